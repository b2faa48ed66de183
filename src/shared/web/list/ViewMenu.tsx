import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconBookmarks, IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ViewPanelProps } from './view-props.ts';

const ViewPanel = lazy(() => import('./ViewPanel.tsx'));

/** Which columns are shown, and the views that the reader saved; its panel is fetched when it is opened. */
export function ViewMenu(props: Omit<ViewPanelProps, 'onClose'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = t(props.choice ? 'list.view' : 'list.views');
  const Icon = props.choice ? IconColumns3 : IconBookmarks;
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={label}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          >
            <Icon size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        {open && (
          <Suspense fallback={null}>
            <ViewPanel {...props} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

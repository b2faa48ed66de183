import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../page/Facts.tsx';
import { Muted } from '../page/Text.tsx';
import classes from './chart.module.css';

const KEYS = [
  ['← →', 'move'],
  ['Ctrl ← →', 'far'],
  ['Shift ← →', 'pan'],
  ['+ −', 'zoom'],
  ['Home End', 'ends'],
  ['Esc', 'reset'],
] as const;

/** What the keys do while the chart has the focus. */
export function ChartHelp() {
  const { t } = useTranslation('charts');
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      width={300}
    >
      <Popover.Target>
        <Tooltip label={t('keys.title')} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            className={`${classes.tool} ${classes.keyHelp}`}
            aria-label={t('keys.title')}
            onClick={() => setOpened(!opened)}
          >
            <IconKeyboard size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('keys.title')} tabIndex={-1} data-autofocus>
        <Muted style={{ marginBottom: 8 }}>{t('keys.hint')}</Muted>
        <div className={classes.keys}>
          <Facts look="rows">
            {KEYS.map(([keys, what]) => (
              <Fact key={what} label={t(`keys.${what}`)}>
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </Fact>
            ))}
          </Facts>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

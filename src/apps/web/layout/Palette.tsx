import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { HeaderButton } from '../../../shared/web/ui/HeaderButton.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette.tsx')).CommandPalette,
}));

/** The search field of the page on screen; false where it has none. */
function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content [data-page-search]');
  field?.focus();
  return field !== null;
}

/** Opens the command palette: Ctrl-K everywhere, a button, and "/" where the page has no search of its own. */
export function Palette({ onActivate }: { onActivate: (company: Membership) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const toggle = () => setOpen((was) => !was);
  const close = () => setOpen(false);
  useHotkeys([['mod+K', toggle]], []);
  useHotkeys([['/', () => focusPageSearch() || show()]]);
  return (
    <>
      <Button
        variant="default"
        visibleFrom="md"
        c="dimmed"
        fw={400}
        px={10}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={t('palette.key')}
        aria-keyshortcuts="Control+K"
        onClick={show}
      >
        {t('palette.open')}
      </Button>
      <HeaderButton hiddenFrom="md" label={t('palette.title')} onClick={show}>
        <IconSearch size={18} stroke={1.7} />
      </HeaderButton>
      <Suspense>{open && <CommandPalette onActivate={onActivate} onClose={close} />}</Suspense>
    </>
  );
}

import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../../features/identity/user.model.ts';
import type { ActionDialog } from '../../../../shared/web/feature/finder.ts';
import { HeaderButton } from '../../../../shared/web/ui/HeaderButton.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { keepTyped } from './type-ahead.ts';

const load = async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette });
const CommandPalette = lazy(load);

/** Over a dialog the palette stays shut: what it leads to would take away what is typed there. */
const behindDialog = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** The search field of the page on screen; false where it has none. */
function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content [data-page-search]');
  field?.focus();
  return field !== null;
}

/** Opens the command palette: Ctrl-K everywhere, a button, and "/" where the page has no search of its own. */
export function Palette({ onActivate }: { onActivate: (company: Membership) => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'palette' | { dialog: ActionDialog } | null>(null);
  const typed = useRef<() => string>(() => '');
  const close = () => {
    typed.current();
    setOpen(null);
  };
  // Fetched before it is shown: where that fails the page stays. Who types meanwhile has typed into its field.
  const show = () => {
    typed.current();
    typed.current = keepTyped();
    void load().then(
      () => setOpen('palette'),
      () => {
        typed.current();
        toast.notDone(t('error.unreachable'));
      },
    );
  };
  const toggle = () => {
    if (open === 'palette') close();
    else if (!behindDialog()) show();
  };
  const search = () => behindDialog() || focusPageSearch() || show();
  useHotkeys([['mod+K', toggle]], []);
  // An Italian keyboard has the slash above the 7.
  useHotkeys([
    ['/', search],
    ['shift+/', search],
  ]);
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
      <Suspense>
        {open === 'palette' && (
          <CommandPalette
            takeTyped={() => typed.current()}
            onActivate={onActivate}
            onDialog={(dialog) => setOpen({ dialog })}
            onClose={close}
          />
        )}
        {open !== null && open !== 'palette' && <open.dialog onClose={close} />}
      </Suspense>
    </>
  );
}

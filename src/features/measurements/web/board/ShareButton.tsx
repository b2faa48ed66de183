import { Button, Group, Popover, Stack, Switch } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import type { OpenedChart } from '../../saved-charts.contract.ts';

interface Props {
  saved: OpenedChart | undefined;
  mine: boolean;
  busy: boolean;
  onShared: (shared: boolean) => void;
}

/** A link that opens this very chart in this company, whatever company the reader is in. */
function useLink(): string {
  const { id_client } = useCompany();
  const href = useRouterState({ select: (state) => state.location.publicHref });
  const link = new URL(href, location.origin);
  link.searchParams.set('company', String(id_client));
  return link.toString();
}

/** Shares a saved chart in the company, and copies the link to what is on screen. */
export function ShareButton({ saved, mine, busy, onShared }: Props) {
  const { t } = useTranslation('board');
  const link = useLink();
  const closed = saved && mine && !saved.shared;
  return (
    <Popover position="bottom-end" shadow="none" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconShare3 size={16} stroke={1.7} />}>
          {t('share.share')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('share.share')}>
        <Stack gap={10} w="min(340px, calc(100vw - 40px))">
          {saved && mine && (
            <Switch
              checked={saved.shared}
              disabled={busy}
              onChange={(event) => onShared(event.currentTarget.checked)}
              label={t('share.switch')}
            />
          )}
          <Muted>{closed ? t('share.closed') : t('share.hint')}</Muted>
          <Group justify="space-between" wrap="nowrap">
            <span>{t('share.link')}</span>
            <CopyButton text={link} label={t('share.link')} primary />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

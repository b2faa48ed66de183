import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { HeaderButton } from '../../../../shared/web/ui/HeaderButton.tsx';
import { boxesCalls } from '../../boxes.contract.ts';

/** Says whether boxes wait for a municipality. // spec §4: lighting notification */
export function LightingBell() {
  const { t } = useTranslation('lightingbell');
  const [opened, setOpened] = useState(false);
  const query = useCall(boxesCalls.list, { query: { unassigned: 'true', page_size: '1' } });
  const count = query.data?.count ?? 0;
  const label =
    count > 0 ? t('unpaired') : t(query.isSuccess ? 'none' : query.isError ? 'unknown' : 'awaited');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withinPortal={false}>
      <Popover.Target>
        <HeaderButton
          label={label}
          opened={opened}
          color={count > 0 ? 'red' : 'gray'}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          {...(count > 0 && { c: 'var(--alarm-text)' })}
        >
          <IconBell size={20} stroke={1.8} aria-hidden="true" />
        </HeaderButton>
      </Popover.Target>
      <Popover.Dropdown>
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {count > 0 && (
          <Link to="/apps/illuminazione/settings" onClick={() => setOpened(false)}>
            {t('unpaired')}
          </Link>
        )}
        {count === 0 && query.isSuccess && <Muted>{t('none')}</Muted>}
      </Popover.Dropdown>
    </Popover>
  );
}

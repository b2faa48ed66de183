import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationsCalls } from '../../../shared/contract/notifications.contract.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { HeaderButton } from '../../../shared/web/ui/HeaderButton.tsx';
import { activeFirst, type BellState, bellState, groupAlarms, type Notification } from '../bell.model.ts';
import styles from './Bell.module.css';
import { askForJump } from './jump.public.ts';
import { NotificationList } from './NotificationList.tsx';
import { useOpenAlarms } from './open-alarms.ts';
import { SnoozeDialog, type SnoozePlant } from './snooze/snooze.public.ts';

const shownOf = (count: number): string => (count > 99 ? '99+' : String(count));

/** The bell's name, by what is known of alarms, and how many notifications of other areas are unread. */
function useLabel(standing: BellState, unread: number): string {
  const { t } = useTranslation('alarms');
  const said = { count: unread, shown: shownOf(unread) };
  if (standing.kind === 'awaited') return t('bell.title');
  if (standing.kind === 'none') return unread > 0 ? t('bell.label_unread', said) : t('bell.label_none');
  const { kind, count } = standing.kind === 'failed' ? { kind: 'failed' as const, count: 0 } : standing;
  const label =
    kind === 'failed'
      ? t('bell.label_failed')
      : t(kind === 'loud' ? 'bell.label' : 'bell.label_snoozed', { count, shown: shownOf(count) });
  return unread > 0 ? t('bell.and_unread', { ...said, label }) : label;
}

/** How many alarms call, or that this could not be found out; where none does, how many notifications are unread. */
function Mark({ standing, unread }: { standing: BellState; unread: number }) {
  if (standing.kind === 'failed') {
    return (
      <span className={styles.count} data-state="nodata" aria-hidden="true">
        ?
      </span>
    );
  }
  if (standing.kind !== 'loud' && unread > 0) {
    return (
      <span className={styles.count} data-state="nodata" aria-hidden="true">
        {shownOf(unread)}
      </span>
    );
  }
  if (standing.kind !== 'loud') return null;
  return (
    <span className={styles.count} data-state={standing.worst}>
      {shownOf(standing.count)}
    </span>
  );
}

/** The notifications of the active company: open alarms by plant and type. // spec §3, §4 */
export function Bell() {
  const { t } = useTranslation('alarms');
  const [open, setOpen] = useState(false);
  const [snoozing, setSnoozing] = useState<SnoozePlant | null>(null);
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const alarms = useOpenAlarms();
  const known = useMemo(() => alarms.data && activeFirst(groupAlarms(alarms.data)), [alarms.data]);
  const standing = bellState(known, alarms.isError);
  const news = useCall(notificationsCalls.list, { query: { unread: 'true', page_size: '20' } });
  const unread = news.data?.unread ?? 0;
  const label = useLabel(standing, unread);

  const follow = ({ proj_code, type }: Notification) => {
    setOpen(false);
    askForJump({ proj_code, type });
    if (pathname.replace(/\/+$/, '') !== '/apps/asset') void navigate({ to: '/apps/asset' });
  };

  return (
    <>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-end"
        width={400}
        shadow="none"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <HeaderButton
            label={label}
            tooltip={t('bell.title')}
            opened={open}
            aria-expanded={open}
            style={{ overflow: 'visible' }}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.bell}>
              <IconBell size={18} stroke={1.7} />
              <Mark standing={standing} unread={unread} />
            </span>
          </HeaderButton>
        </Popover.Target>
        <Popover.Dropdown p={0} maw="calc(100vw - 16px)" style={{ overflow: 'hidden' }}>
          <NotificationList
            groups={known ?? []}
            news={news.data?.results ?? []}
            failed={alarms.isError || news.isError}
            updatedAt={Math.min(alarms.dataUpdatedAt, news.dataUpdatedAt)}
            pending={alarms.isPending || news.isPending}
            onFollow={follow}
            onSnooze={(group) => {
              setOpen(false);
              setSnoozing(group);
            }}
            onLeave={() => setOpen(false)}
            onRetry={() => {
              void alarms.refetch();
              void news.refetch();
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[snoozing]} onClose={() => setSnoozing(null)} />
        </Suspense>
      )}
    </>
  );
}

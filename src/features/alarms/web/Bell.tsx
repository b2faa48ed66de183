import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderButton } from '../../../shared/web/ui/HeaderButton.tsx';
import { groupAlarms, type Notification } from '../bell.model.ts';
import styles from './Bell.module.css';
import { askForJump } from './jump.public.ts';
import { NotificationList } from './NotificationList.tsx';
import { useOpenAlarms } from './open-alarms.ts';
import { SnoozeDialog, type SnoozePlant } from './snooze/snooze.public.ts';

const isLoud = ({ snoozed_until }: Notification): boolean => snoozed_until === null;

/** The notifications of the active company: open alarms by plant and type. // spec §3, §4 */
export function Bell() {
  const { t } = useTranslation('alarms');
  const [open, setOpen] = useState(false);
  const [snoozing, setSnoozing] = useState<SnoozePlant | null>(null);
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const alarms = useOpenAlarms();
  // What is snoozed stands last in the list, is not counted, and does not call.
  const groups = useMemo(() => {
    const all = groupAlarms(alarms.data ?? []);
    return [...all.filter(isLoud), ...all.filter((one) => !isLoud(one))];
  }, [alarms.data]);
  const loud = groups.filter(isLoud);
  const count = loud.reduce((sum, { ids }) => sum + ids.length, 0);
  const shown = count > 99 ? '99+' : String(count);
  const worst = loud.some(({ type }) => type === 'E') ? 'alarm' : 'warning';

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
        width={380}
        shadow="none"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <HeaderButton
            label={count === 0 ? t('bell.label_none') : t('bell.label', { count, shown })}
            tooltip={t('bell.title')}
            opened={open}
            aria-expanded={open}
            className={styles.button ?? ''}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.bell}>
              <IconBell size={18} stroke={1.7} />
              {count > 0 && (
                <span className={styles.count} data-state={worst}>
                  {shown}
                </span>
              )}
            </span>
          </HeaderButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown ?? ''}>
          <NotificationList
            groups={groups}
            failed={alarms.isError}
            updatedAt={alarms.dataUpdatedAt}
            pending={alarms.isPending}
            onFollow={follow}
            onSnooze={(group) => {
              setOpen(false);
              setSnoozing(group);
            }}
            onLeave={() => setOpen(false)}
            onRetry={() => alarms.refetch()}
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

import { Button } from '@mantine/core';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type BellSupply,
  bellCount,
  NotificationBell,
} from '../../notifications/web/bell/NotificationBell.public.tsx';
import { type BellState, bellState, groupAlarms, type Notification } from '../bell.model.ts';
import { AlarmGroup, AlarmTotals } from './AlarmGroups.tsx';
import { askForJump } from './jump.public.ts';
import { useOpenAlarms } from './open-alarms.ts';
import { SnoozeDialog, type SnoozePlant } from './snooze/snooze.public.ts';

/** What the bell's name says of the alarms; null while they are not known. */
function useLabel(standing: BellState): BellSupply['label'] {
  const { t } = useTranslation('alarms');
  if (standing.kind === 'awaited' || standing.kind === 'failed') return null;
  if (standing.kind === 'none') return { text: t('bell.label_none'), any: false };
  const { kind, count } = standing;
  const said = { count, shown: bellCount(count) };
  return { text: t(kind === 'loud' ? 'bell.label' : 'bell.label_snoozed', said), any: true };
}

/** The bell with the open alarms of the active company, by plant and type. // spec §3, §4 */
export function Bell() {
  const { t } = useTranslation('alarms');
  const [snoozing, setSnoozing] = useState<SnoozePlant | null>(null);
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const alarms = useOpenAlarms();
  const known = useMemo(() => alarms.data && groupAlarms(alarms.data), [alarms.data]);
  const groups = known ?? [];
  const standing = bellState(known, alarms.isError);
  const label = useLabel(standing);

  const follow = ({ proj_code, type }: Notification) => {
    askForJump({ proj_code, type });
    if (pathname.replace(/\/+$/, '') !== '/apps/asset') void navigate({ to: '/apps/asset' });
  };

  return (
    <>
      <NotificationBell
        label={label}
        calling={standing.kind === 'loud' ? { text: bellCount(standing.count), state: standing.worst } : null}
        failed={alarms.isError}
        pending={alarms.isPending}
        updatedAt={alarms.dataUpdatedAt}
        onRetry={() => void alarms.refetch()}
        entries={groups.length}
        summary={<AlarmTotals groups={groups} />}
        list={(leave) =>
          groups.map((group) => (
            <AlarmGroup
              key={`${group.proj_code} ${group.type}`}
              group={group}
              onFollow={(followed) => {
                leave();
                follow(followed);
              }}
              onSnooze={(snoozed) => {
                leave();
                setSnoozing(snoozed);
              }}
              onLeave={leave}
            />
          ))
        }
        all={(leave) => (
          <Button
            variant="subtle"
            fullWidth
            onClick={leave}
            renderRoot={(root) => <Link {...root} to="/apps/asset/alarms" preload={false} />}
          >
            {t('bell.all')}
          </Button>
        )}
      />
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[snoozing]} onClose={() => setSnoozing(null)} />
        </Suspense>
      )}
    </>
  );
}

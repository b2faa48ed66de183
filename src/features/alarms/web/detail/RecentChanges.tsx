import { Suspense } from 'react';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { screen } from '../../../../shared/web/feature/screen.ts';
import type { Alarm } from '../../alarms.contract.ts';

const ChangesBefore = screen(
  () => import('../../../cloudcontrol/web/field/device/versions/changes-before.public.tsx'),
  'ChangesBefore',
  ['field', 'audit', 'cloudcontrol'],
);

/**
 * What was changed shortly before the alarm opened, of its device or, where it is one of a port or a plant, of the first
 * device that went with it; for whoever may open configurations, who sees there by whom.
 */
export function RecentChanges({ alarm, consequences }: { alarm: Alarm; consequences: readonly Alarm[] }) {
  const configures = useCan('cloudcontrol');
  const device_id = [alarm, ...consequences].find((one) => one.device_id !== null)?.device_id ?? null;
  if (!configures || device_id === null) return null;
  return (
    <Suspense fallback={null}>
      <ChangesBefore device_id={device_id} before={alarm.date} zone={alarm.time_zone} />
    </Suspense>
  );
}

import { useTranslation } from 'react-i18next';
import { STATE_ICON } from '../../../shared/web/theme/states.ts';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import type { Alarm } from '../alarms.contract.ts';
import { lookOf } from '../alarms.model.ts';

/** An alarm's gravity as colour, icon and word; grey while its plant is snoozed, and once it is over. */
export function AlarmPill({ alarm }: { alarm: Pick<Alarm, 'type' | 'code' | 'snoozed_until' | 'end_date'> }) {
  const { t } = useTranslation();
  const look = lookOf(alarm);
  if (alarm.snoozed_until === null && alarm.end_date === null) return <StatePill state={look} />;
  return <StatePill state="snoozed" label={t(`state.${look}`)} icon={STATE_ICON[look]} />;
}

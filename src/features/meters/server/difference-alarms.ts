import type { Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import { keepRaised, type RaisedAlarm } from '../../alarms/server/raised-alarms.public.ts';
import { monthSpan } from '../comparison.model.ts';
import { type DifferenceRow, endDifferencesOf, listDifferences } from './differences.repository.ts';

/** What a difference says as an alarm: which meter, month (or day of one that is not over) and side, and the figures that it was judged by. */
function alarmOf(row: DifferenceRow): RaisedAlarm {
  const { meter_id, plant_id, proj_code, time_zone, serial_number, month, side, day } = row;
  const { own_kwh, other_kwh, threshold_pct } = row;
  const { start, end } = day === null ? monthSpan(time_zone, month) : dayBorders(time_zone, day);
  const pct = other_kwh === 0 ? null : ((own_kwh - other_kwh) / other_kwh) * 100;
  const figure = (code: string, value: number | null, unit: string, limit: number | null = null) => ({
    code,
    value,
    limit,
    unit,
  });
  return {
    plant_id,
    proj_code,
    record: meter_id,
    what: `${month}:${side}`,
    began_at: row.found_at.getTime(),
    params: { meter_id, serial_number, month, side, day, own_kwh, other_kwh, threshold_pct },
    evidence: {
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      series: [],
      readings: [],
      figures: [
        figure('own_kwh', own_kwh, 'kWh'),
        figure('other_kwh', other_kwh, 'kWh'),
        figure('difference_pct', pct, '%', threshold_pct),
      ],
    },
  };
}

const CODE = 'meter_difference';

/** Makes the alarms of meters those of the differences that stand. // docs/domain.md §2.6: the reading check */
export async function keepAlarms(tx: Tx, meter_ids: readonly number[], now: Date): Promise<void> {
  const standing = (await listDifferences(tx, meter_ids)).map(alarmOf);
  await keepRaised(tx, { code: CODE, records: meter_ids, standing }, now);
}

/** Ends what stands of meters that are deleted or retired: nobody can correct their register any more. Answers how many ended. */
export async function endOfRemoved(tx: Tx, meter_ids: readonly number[], now: Date): Promise<number> {
  if (meter_ids.length === 0) return 0;
  const ended = await endDifferencesOf(tx, meter_ids, now);
  await keepRaised(tx, { code: CODE, records: meter_ids, standing: [], reason: 'record_removed' }, now);
  return ended;
}

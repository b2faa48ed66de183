import type { In, Out } from '../../../shared/contract/call.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS, HOUR_MS, ITALY, localDay, periodBorders } from '../../../shared/units/zones.ts';
import type { boxesCalls } from '../boxes.contract.ts';
import { LINES } from '../night.model.ts';
import { readBox } from './boxes.service.ts';
import { refusals } from './refusals.ts';
import { type HourRow, listChanges, listHours } from './used-energy.repository.ts';

type Call = (typeof boxesCalls)['resultData'];

const MAX_DAYS = { hour: 62, day: 800 } as const;

/** What hours come to in each period; null where nothing of it is known. */
export function byPeriods(hours: readonly HourRow[], borders: readonly number[]): (number | null)[] {
  const sums: (number | null)[] = borders.slice(1).map(() => null);
  let at = 0;
  for (const { hour, kwh } of hours) {
    while (at < sums.length - 1 && hour.getTime() >= (borders[at + 1] ?? 0)) at++;
    sums[at] = (sums[at] ?? 0) + kwh;
  }
  return sums;
}

/** Energy of a box and when its lines were lit. @throws AppError not_found, invalid */
export async function presentResults(
  tx: Tx,
  { box_id, resolution, ...asked }: Out<Call['query']>,
  now: Date,
): Promise<In<Call['ok']>> {
  await readBox(tx, box_id, now);
  const [start, end] = [Date.parse(asked.start), Date.parse(asked.end)];
  if (end <= start) throw refusals.windowEmpty();
  if (end - start > MAX_DAYS[resolution] * DAY_MS) throw refusals.windowTooLong(MAX_DAYS[resolution]);
  const first = resolution === 'day' ? localDay(ITALY, start).start : Math.floor(start / HOUR_MS) * HOUR_MS;
  const borders = periodBorders(ITALY, resolution, first, end);
  const window = { box_id, start: new Date(borders[0] ?? start), end: new Date(end) };
  const values = byPeriods(await listHours(tx, window), borders);
  const changes = Map.groupBy(await listChanges(tx, window), ({ line }) => line);
  return {
    box_id,
    resolution,
    series: [
      {
        name: 'energy_kwh',
        unit: 'kWh',
        ts: borders.slice(0, -1).map((at) => new Date(at).toISOString()),
        values,
      },
      ...LINES.map((line) => {
        const own = changes.get(line) ?? [];
        return {
          name: `line_${line}`,
          unit: '',
          ts: own.map(({ at }) => at.toISOString()),
          values: own.map(({ is_on }) => (is_on ? 1 : 0)),
        };
      }),
    ],
  };
}

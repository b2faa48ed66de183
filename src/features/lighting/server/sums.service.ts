import type { Tx } from '../../../shared/server/tenancy.ts';
import { lastOfMonth, monthBefore } from '../../../shared/units/months.ts';
import { addDays, dayBorders, earlier, ITALY, localDay, MINUTE_MS } from '../../../shared/units/zones.ts';
import { listMunicipalities } from './municipalities.repository.ts';
import { countLights, listSums, type Stretch, type Sums, saveSums, sumUsed } from './sums.repository.ts';

/** Older than this nobody makes them any more. */
const HOLD_MS = 5 * MINUTE_MS;

/** From the first of the month until now, and the same stretch a year ago; on 29 February that ends with the 28th. */
export function monthsOf(now: Date): readonly [month: Stretch, last_year: Stretch] {
  const { day: today, start: midnight } = localDay(ITALY, now.getTime());
  const month = today.slice(0, 7);
  const before = monthBefore(month, 12);
  const there = earlier(`${before}-${today.slice(8)}`, lastOfMonth(before));
  const start = dayBorders(ITALY, there).start;
  return [
    { from_day: `${month}-01`, to_day: today, start: now, end: now },
    {
      from_day: `${before}-01`,
      to_day: addDays(there, -1),
      start: new Date(start),
      end: new Date(start + now.getTime() - midnight),
    },
  ];
}

interface Query {
  readonly ids: readonly number[];
  /** There are no others. */
  readonly all: boolean;
}

/** Adds up what home shows of municipalities. */
async function addUp(tx: Tx, { ids, all }: Query, now: Date): Promise<Sums[]> {
  const of = all ? null : ids;
  const lights = new Map((await countLights(tx, of)).map((row) => [row.municipality_id, row.lights]));
  const [thisMonth, lastYear] = monthsOf(now);
  const by = async (stretch: Stretch) =>
    new Map((await sumUsed(tx, of, stretch)).map((row) => [row.municipality_id, row]));
  const [used, before] = [await by(thisMonth), await by(lastYear)];
  return ids.map((id) => ({
    municipality_id: id,
    lights: lights.get(id) ?? 0,
    month_kwh: used.get(id)?.kwh ?? null,
    month_eur: used.get(id)?.eur ?? null,
    last_year_kwh: before.get(id)?.kwh ?? null,
    last_year_eur: before.get(id)?.eur ?? null,
  }));
}

/** What was added up within minutes; of the towns where something has changed since it is added up now. */
export async function readSums(
  tx: Tx,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Sums>> {
  const made = await listSums(tx, new Date(now.getTime() - HOLD_MS));
  const sums = new Map(made.map((one) => [one.municipality_id, one]));
  const changed = ids.filter((id) => !sums.has(id));
  if (changed.length === 0) return sums;
  const asked = { ids: changed, all: changed.length === ids.length };
  for (const one of await addUp(tx, asked, now)) sums.set(one.municipality_id, one);
  return sums;
}

/** Adds up anew, for whoever asks within the next minutes. */
export async function makeSums(tx: Tx, now: Date): Promise<void> {
  const ids = (await listMunicipalities(tx, null)).map(({ id }) => id);
  if (ids.length > 0) await saveSums(tx, await addUp(tx, { ids, all: true }, now), now);
}

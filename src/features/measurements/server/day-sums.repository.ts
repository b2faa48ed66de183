import type { Tx } from '../../../shared/server/tenancy.ts';
import { addDays } from '../../../shared/units/zones.ts';
import { int8Array } from './binary-arrays.ts';
import { type FigureMonth, listFigureBytes } from './figures.repository.ts';
import { PackedFigures } from './packed-figures.ts';

/** A variable of a device. */
export interface SlotOfDevice {
  readonly device_id: number;
  readonly slot: number;
}

export interface DaySumsQuery {
  readonly slots: readonly SlotOfDevice[];
  /** First and last local day (YYYY-MM-DD), both included. */
  readonly from: string;
  readonly to: string;
}

export interface DaySums {
  /** Sum of the good readings, in the variables' own unit; null where there is none. */
  readonly sum: number | null;
  /** kWh, for slots that carry energy; null where none does. */
  readonly energy: number | null;
  /** Good readings that were counted. */
  readonly n: number;
}

const nextDay = (day: string): string => addDays(day, 1);
const isFirst = (day: string): boolean => day.endsWith('-01');

/**
 * The whole months of [from, to] as [first, after): first days of the first of them and of the month behind the last. No
 * whole month: both are the day behind the last one.
 */
function wholeMonths(from: string, to: string): { first: string; after: string } {
  const end = nextDay(to);
  const [year = 0, month = 1] = from.split('-').map(Number);
  const first = isFirst(from) ? from : new Date(Date.UTC(year, month)).toISOString().slice(0, 10);
  const after = `${end.slice(0, 7)}-01`;
  return first < after ? { first, after } : { first: end, after: end };
}

/** Devices that are asked for the same slots. */
interface SameSlots {
  readonly slots: readonly number[];
  readonly device_ids: number[];
}

function bySlots(resolved: readonly SlotOfDevice[]): SameSlots[] {
  const same = new Map<string, SameSlots>();
  for (const [device_id, ofDevice] of Map.groupBy(resolved, (one) => one.device_id)) {
    const slots = ofDevice.map(({ slot }) => slot).sort((a, b) => a - b);
    const known = same.get(slots.join());
    if (known) known.device_ids.push(device_id);
    else same.set(slots.join(), { slots, device_ids: [device_id] });
  }
  return [...same.values()];
}

interface Span {
  readonly from: string;
  readonly to: string;
  /** Whole months: first days of the first and of the one behind the last. */
  readonly first: string;
  readonly after: string;
}

/**
 * What variables of many devices came to over whole days, never from readings: whole months from the sums of years, the days
 * beside them from the figures of days. Devices that are asked for the same slots are read together, each row once.
 */
export async function sumDays(tx: Tx, { slots, from, to }: DaySumsQuery): Promise<DaySums> {
  const span = { from, to, ...wholeMonths(from, to) };
  const parts = await Promise.all(
    bySlots(slots).flatMap((same) => [
      oldSums(tx, same, span),
      monthlySums(tx, same, span),
      edgeSums(tx, same, span),
    ]),
  );
  const rows = parts.flat();
  return {
    sum: totalOf(rows.map((row) => row.sum)),
    energy: totalOf(rows.map((row) => row.energy)),
    n: rows.reduce((count, row) => count + row.n, 0),
  };
}

/** What still stands in the layout by days. */
async function oldSums(tx: Tx, { slots, device_ids }: SameSlots, span: Span): Promise<DaySums[]> {
  const { rows } = await tx.query<DaySums>(
    `select sum(part.sum[s]) filter (where part.n[s] > 0) as sum, sum(part.energy[s]) as energy,
            coalesce(sum(part.n[s]), 0)::float8 as n
     from (select n, sum, energy from obs_month
           where company_id = $1 and device_id = any($3::bigint[]) and month >= $6 and month < $7
           union all
           select n, sum, energy from obs_day
           where company_id = $1 and device_id = any($3::bigint[]) and day >= $4 and day < least($6::date, $5::date + 1)
           union all
           select n, sum, energy from obs_day
           where company_id = $1 and device_id = any($3::bigint[]) and day >= greatest($7::date, $4) and day <= $5) as part
     cross join unnest($2::int[]) as s`,
    [
      tx.scope.company_id,
      slots.map((slot) => slot + 1),
      int8Array(device_ids),
      span.from,
      span.to,
      span.first,
      span.after,
    ],
    'day_sums_old',
  );
  return rows;
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Arrays are joined to an empty one so that each is unpacked once, not for each place of it that is read. */
async function monthlySums(tx: Tx, { slots, device_ids }: SameSlots, span: Span): Promise<DaySums[]> {
  if (span.first >= span.after) return [];
  const { rows } = await tx.query<DaySums>(
    `select sum(y.sum[p]) filter (where y.n[p] > 0) as sum, sum(y.energy[p]) as energy, coalesce(sum(y.n[p]), 0)::float8 as n
     from (select year, n || '{}'::int[] as n, sum || '{}'::float8[] as sum, energy || '{}'::float8[] as energy
           from obs_year
           where company_id = $1 and device_id = any($3::bigint[]) and year >= $4 / 12 and year <= ($5 - 1) / 12
           offset 0) as y
     cross join unnest($2::int[]) as s
     cross join lateral (
       select s * 12 + m + 1 as p from generate_series(greatest($4 - y.year * 12, 0), least($5 - y.year * 12, 12) - 1) as m) as place`,
    [tx.scope.company_id, slots, int8Array(device_ids), monthNumber(span.first), monthNumber(span.after)],
    'day_sums_months',
  );
  return rows;
}

const laterOf = (a: string, b: string): string => (a > b ? a : b);

/** Days before and behind the whole months. */
async function edgeSums(tx: Tx, { slots, device_ids }: SameSlots, span: Span): Promise<DaySums[]> {
  const edges = [
    { from: span.from, to: span.first > span.to ? span.to : addDays(span.first, -1) },
    { from: laterOf(span.after, span.from), to: span.to },
  ].filter(({ from, to }) => from <= to);
  const sums = await Promise.all(
    edges.map(async ({ from, to }) => {
      const query = { device_ids, from: `${from.slice(0, 7)}-01`, to: `${to.slice(0, 7)}-01` };
      return (await listFigureBytes(tx, query)).map((month) => sumOfMonth(month, slots, { from, to }));
    }),
  );
  return sums.flat();
}

function sumOfMonth(
  { month, bytes }: Pick<FigureMonth, 'month' | 'bytes'>,
  slots: readonly number[],
  { from, to }: { from: string; to: string },
): DaySums {
  const first = month.slice(0, 7) === from.slice(0, 7) ? Number(from.slice(8)) - 1 : 0;
  const last = month.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : 31;
  const packed = new PackedFigures(bytes, last);
  const made: { sum: number | null; energy: number | null; n: number } = { sum: null, energy: null, n: 0 };
  for (const slot of slots) {
    const n = packed.readSlot('n', slot);
    const [sum, energy] = [packed.readSlot('sum', slot), packed.readSlot('energy', slot)];
    for (let i = first; i < packed.until; i++) {
      const booked = energy[i] ?? Number.NaN;
      if (!Number.isNaN(booked)) made.energy = (made.energy ?? 0) + booked;
      const count = n[i] ?? 0;
      if (!(count > 0)) continue;
      made.n += count;
      made.sum = (made.sum ?? 0) + (sum[i] ?? 0);
    }
  }
  return made;
}

/** Null is not zero: nothing and something is something, nothing alone stays nothing. */
function totalOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

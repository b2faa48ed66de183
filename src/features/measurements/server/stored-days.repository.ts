import type { Tx } from '../../../shared/server/tenancy.ts';
import { monthAfter } from '../../../shared/units/months.ts';
import { DAY_MS, dayBorders } from '../../../shared/units/zones.ts';
import type { DayRow } from '../day-row.model.ts';
import { int8Array, readNumbers } from './binary-arrays.ts';
import {
  type FigureMonth,
  findFigures,
  listFigures,
  listYears,
  type YearSums,
} from './figures.repository.ts';
import { daysOfMask, monthOf } from './month-book.ts';
import { PackedFigures } from './packed-figures.ts';

const slotList = (slots: readonly number[], column: string) =>
  `array[${slots.map((slot) => `${column}[${Math.trunc(slot) + 1}]`).join(',')}]`;

export interface StoredDay {
  device_id: number;
  day: string;
  /** Epoch ms of [start, end). */
  start: number;
  end: number;
  row: DayRow;
}

/** Figures of a day by slot. */
export const DAY_FIELDS = ['n', 'sum', 'min', 'max', 'first', 'last', 'energy'] as const;
export type DayField = (typeof DAY_FIELDS)[number] | 'recovered';

/** Slots that are not wished but lie between are sent as well while they are few. */
const MAX_BETWEEN = 16;

/** The wished slots of a column as bytes, and the places at which they stand there. */
function slotsSent(slots: readonly number[]): { of: (column: string) => string; places: number[] } {
  const [low = 0, high = 0] = [slots[0], slots.at(-1)];
  if (high - low >= slots.length + MAX_BETWEEN)
    return { of: (column) => `array_send(${slotList(slots, column)})`, places: slots.map((_, i) => i) };
  const part = `[${Math.trunc(low) + 1}:${Math.trunc(high) + 1}]`;
  return { of: (column) => `array_send(${column}${part})`, places: slots.map((slot) => slot - low) };
}

const NONE = new Float64Array(0);

export interface DayRowsQuery {
  readonly device_ids: readonly number[];
  /** Ascending; the figures stand in this order. */
  readonly slots: readonly number[];
  /** First and last day, both included (YYYY-MM-DD). */
  readonly from: string;
  readonly to: string;
  /** What is asked of the days; everything unless it is said. */
  readonly fields?: readonly DayField[];
}

/** Days in [from, to] that are kept one by one, ascending, with the wished slots and figures only. */
async function listOldDayRows(tx: Tx, query: DayRowsQuery): Promise<StoredDay[]> {
  const { slots, fields = DAY_FIELDS } = query;
  const sent = slotsSent(slots);
  const { rows } = await tx.query<
    { device_id: number; day: string; at: number; until: number } & Partial<Record<DayField, Buffer>>
  >(
    `select device_id, day, date_part('epoch', start_at) as at, date_part('epoch', end_at) as until,
            ${fields.map((field) => `${sent.of(field)} as ${field}`).join(', ')}
     from obs_day where company_id = $1 and device_id = any($2::bigint[]) and day >= $3 and day <= $4
     order by device_id, day`,
    [tx.scope.company_id, int8Array(query.device_ids), query.from, query.to],
  );
  const numbersOf = (bytes: Buffer | undefined) => (bytes ? readNumbers(bytes, sent.places) : NONE);
  return rows.map(({ device_id, day, at, until, n, sum, min, max, first, last, energy, recovered }) => ({
    device_id,
    day,
    start: Math.round(at * 1000),
    end: Math.round(until * 1000),
    row: {
      n: Int32Array.from(numbersOf(n)),
      sum: numbersOf(sum),
      min: numbersOf(min),
      max: numbersOf(max),
      first: numbersOf(first),
      last: numbersOf(last),
      energy: numbersOf(energy),
      last_ts: NONE,
      recovered: numbersOf(recovered),
    },
  }));
}

/** Days in [from, to], ascending for each device, with the wished slots and figures only. */
export async function listDayRows(tx: Tx, query: DayRowsQuery): Promise<StoredDay[]> {
  const { device_ids, from, to } = query;
  const [old, months] = await Promise.all([
    listOldDayRows(tx, query),
    listFigures(tx, { device_ids, from: monthOf(from), to: monthOf(to) }),
  ]);
  const found = months.flatMap((month) => daysOfMonth(month, query));
  if (old.length === 0) return found;
  return [...old, ...found].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
}

function daysOfMonth(
  month: FigureMonth,
  { slots, from, to, fields = DAY_FIELDS }: DayRowsQuery,
): StoredDay[] {
  const packed = new PackedFigures(month.bytes);
  const columns = new Map(fields.map((field) => [field, slots.map((slot) => packed.readSlot(field, slot))]));
  const { device_id, zone } = month;
  return daysOfMask(month.month, month.days)
    .filter((day) => day >= from && day <= to)
    .map((day) => {
      const at = Number(day.slice(8)) - 1;
      const of = (field: DayField) =>
        Float64Array.from(columns.get(field) ?? [], (days) => days[at] ?? Number.NaN);
      const n = Int32Array.from(of('n'), (count) => (Number.isNaN(count) ? 0 : count));
      const [sum, min, max, first, last] = [of('sum'), of('min'), of('max'), of('first'), of('last')];
      const row = {
        n,
        sum,
        min,
        max,
        first,
        last,
        energy: of('energy'),
        recovered: of('recovered'),
        last_ts: NONE,
      };
      const { start, end } = dayBorders(zone, day);
      return { device_id, day, start, end, row };
    });
}

/** What a device's days of a period come to, by the wished slots; NaN where nothing is known. */
export interface PeriodEnergies {
  readonly device_id: number;
  /** The first letters of its days. */
  readonly period: string;
  readonly energy: Float64Array;
}

/** Adds what days of a device come to; what is not known adds nothing. */
function addEnergies(
  periods: Map<string, PeriodEnergies>,
  device_id: number,
  period: string,
  energy: Float64Array,
) {
  const key = `${device_id}/${period}`;
  const own = periods.get(key) ?? {
    device_id,
    period,
    energy: new Float64Array(energy.length).fill(Number.NaN),
  };
  periods.set(key, own);
  energy.forEach((kwh, i) => {
    if (Number.isNaN(kwh)) return;
    const sum = own.energy[i] ?? Number.NaN;
    own.energy[i] = Number.isNaN(sum) ? kwh : sum + kwh;
  });
}

export interface PeriodEnergiesQuery extends Omit<DayRowsQuery, 'fields'> {
  /** Of a day that name its period: 10 a day, 7 a month, 4 a year. */
  readonly letters: 4 | 7 | 10;
}

/** The energies of the same days as `listDayRows` tells, by periods: of many devices' years no row for each day is made. */
export async function listPeriodEnergies(
  tx: Tx,
  { letters, ...query }: PeriodEnergiesQuery,
): Promise<PeriodEnergies[]> {
  const { device_ids, slots, from, to } = query;
  const [old, figures] = await Promise.all([
    listOldDayRows(tx, { ...query, fields: ['energy'] }),
    listFigures(tx, { device_ids, from: monthOf(from), to: monthOf(to) }),
  ]);
  const periods = new Map<string, PeriodEnergies>();
  for (const { device_id, day, row } of old)
    addEnergies(periods, device_id, day.slice(0, letters), row.energy);
  for (const { device_id, month, days, bytes } of figures) {
    const packed = new PackedFigures(bytes);
    const columns = slots.map((slot) => packed.readSlot('energy', slot));
    for (const day of daysOfMask(month, days)) {
      if (day < from || day > to) continue;
      const at = Number(day.slice(8)) - 1;
      addEnergies(
        periods,
        device_id,
        day.slice(0, letters),
        Float64Array.from(columns, (column) => column[at] ?? Number.NaN),
      );
    }
  }
  return [...periods.values()];
}

/** A day's energy that was booked when a counter came back, kWh. */
export interface RecoveredDay {
  device_id: number;
  slot: number;
  day: string;
  start: number;
  energy: number;
}

const MAX_RECOVERED = 1000;

/** Days that touch [start, end) (epoch ms) of which at least a fifth was recovered, oldest first. */
export async function listRecoveredDays(
  tx: Tx,
  places: readonly { device_id: number; slot: number }[],
  window: { start: number; end: number },
): Promise<RecoveredDay[]> {
  const slots = [...new Set(places.map(({ slot }) => slot))].sort((a, b) => a - b);
  const days = await listDayRows(tx, {
    device_ids: [...new Set(places.map(({ device_id }) => device_id))],
    slots,
    from: new Date(window.start - DAY_MS).toISOString().slice(0, 10),
    to: new Date(window.end + DAY_MS).toISOString().slice(0, 10),
    fields: ['energy', 'recovered'],
  });
  const wanted = new Set(places.map(({ device_id, slot }) => `${device_id}/${slot}`));
  return days
    .filter(({ start, end }) => start < window.end && end > window.start)
    .flatMap(({ device_id, day, start, row }) =>
      slots.flatMap((slot, i) => {
        const [energy, recovered] = [row.energy[i] ?? Number.NaN, row.recovered[i] ?? Number.NaN];
        if (!(recovered > 0 && recovered >= energy / 5) || !wanted.has(`${device_id}/${slot}`)) return [];
        return [{ device_id, slot, day, start, energy: recovered }];
      }),
    )
    .sort((a, b) => a.start - b.start || a.device_id - b.device_id)
    .slice(0, MAX_RECOVERED);
}

/** When each device was first heard of (epoch ms): its first day with a good reading, else its last row. */
export async function listFirstDays(tx: Tx, device_ids: readonly number[]): Promise<Map<number, number>> {
  const [{ rows }, years] = await Promise.all([
    tx.query<{ device_id: number; old: number | null; last: number | null }>(
      `select u.d as device_id,
         (select date_part('epoch', o.start_at) from obs_day o where o.company_id = $1 and o.device_id = u.d and 0 < any(o.n)
          order by o.day limit 1) as old,
         (select date_part('epoch', l.ts) from obs_last l where l.company_id = $1 and l.device_id = u.d) as last
       from unnest($2::bigint[]) as u(d)`,
      [tx.scope.company_id, int8Array(device_ids)],
      'series_first_days',
    ),
    listYears(tx, device_ids),
  ]);
  const first = await firstDays(tx, years);
  return new Map(
    rows.flatMap(({ device_id, old, last }) => {
      const known = [first.get(device_id), old === null ? undefined : Math.round(old * 1000)].filter(
        (at) => at !== undefined,
      );
      if (known.length > 0) return [[device_id, Math.min(...known)] as const];
      return last === null ? [] : [[device_id, Math.round(last * 1000)] as const];
    }),
  );
}

/** The first day with a good reading of each device. */
async function firstDays(tx: Tx, years: readonly YearSums[]): Promise<Map<number, number>> {
  const months = [...Map.groupBy(years, ({ device_id }) => device_id)].flatMap(([device_id, own]) => {
    const month = own.flatMap(monthsWithReadings)[0];
    return month ? [{ device_id, month }] : [];
  });
  const first = new Map<number, number>();
  for (const { device_id, month, zone, bytes } of await findFigures(tx, months)) {
    const packed = new PackedFigures(bytes);
    const n = packed.read('n');
    for (let day = 0; day < packed.days && !first.has(device_id); day++)
      for (let slot = 0; slot < packed.slots; slot++)
        if ((n[slot * packed.days + day] ?? 0) > 0)
          first.set(
            device_id,
            dayBorders(zone, `${month.slice(0, 8)}${String(day + 1).padStart(2, '0')}`).start,
          );
  }
  return first;
}

/** The months of a year that have good readings, in their order. */
function monthsWithReadings({ year, n }: YearSums): string[] {
  const months = new Set<number>();
  n.forEach((count, i) => {
    if (count > 0) months.add(i % 12);
  });
  return [...months].sort((a, b) => a - b).map((month) => `${monthAfter(`${year}-01`, month)}-01`);
}

import type { Tx } from '../../../shared/server/tenancy.ts';
import { monthsOfYear } from '../../../shared/units/months.ts';
import { addDays } from '../../../shared/units/zones.ts';
import type { KnownValue } from '../energy-steps.model.ts';
import type { Figure } from '../month-figures.model.ts';
import { type CounterPlace, listOldNextDays, listOldPreviousValues } from './day-rows.repository.ts';
import {
  type DeviceMonth,
  type FigureMonth,
  findFigures,
  listMonthsFrom,
  listNewestFigures,
  listYears,
  type YearSums,
} from './figures.repository.ts';
import { daysOfMask, monthOf } from './month-book.ts';
import { PackedFigures } from './packed-figures.ts';
import type { DeviceDay } from './readings.repository.ts';

/** A month of figures, opened as far as it is asked. */
class OpenMonth {
  readonly month: string;
  readonly #packed: PackedFigures;
  readonly #read = new Map<number, Record<'n' | 'last' | 'last_ts', Float64Array>>();

  constructor({ month, bytes }: FigureMonth) {
    this.month = month;
    this.#packed = new PackedFigures(bytes);
  }

  /** What a slot showed last before a day that begins at `start`. */
  lastBefore({ day, slot, start }: CounterPlace): KnownValue | undefined {
    const { days, slots } = this.#packed;
    if (slot >= slots) return undefined;
    const read = (figure: Figure) => this.#packed.readSlot(figure, slot);
    const known = this.#read.get(slot) ?? { n: read('n'), last: read('last'), last_ts: read('last_ts') };
    this.#read.set(slot, known);
    const until = this.month === monthOf(day) ? Number(day.slice(8)) - 1 : days;
    for (let i = until - 1; i >= 0; i--) {
      const ts = known.last_ts[i] ?? Number.NaN;
      // Figures made in the zone before may reach past this day's start.
      if ((known.n[i] ?? 0) > 0 && ts < start) return { value: known.last[i] ?? Number.NaN, ts };
    }
    return undefined;
  }

  /** The first day behind `day` on which one of these slots had a good reading. */
  firstAfter(day: string, slots: readonly number[]): string | undefined {
    const from = this.month === monthOf(day) ? Number(day.slice(8)) : 0;
    const first = slots.reduce((earliest, slot) => {
      if (slot >= this.#packed.slots) return earliest;
      const at = this.#packed.readSlot('n', slot).findIndex((n, i) => i >= from && n > 0);
      return at < 0 ? earliest : Math.min(earliest, at);
    }, Number.POSITIVE_INFINITY);
    return Number.isFinite(first) ? addDays(this.month, first) : undefined;
  }
}

/** Months of devices, the newest first. */
class OpenMonths {
  readonly #of = new Map<number, Map<string, OpenMonth>>();

  add(months: readonly FigureMonth[]): void {
    for (const month of months) {
      const own = this.#of.get(month.device_id) ?? new Map<string, OpenMonth>();
      this.#of.set(month.device_id, own);
      if (!own.has(month.month)) own.set(month.month, new OpenMonth(month));
    }
  }

  lastBefore(place: CounterPlace): KnownValue | undefined {
    const own = [...(this.#of.get(place.device_id)?.values() ?? [])]
      .filter(({ month }) => month <= monthOf(place.day))
      .sort((a, b) => (a.month < b.month ? 1 : -1));
    for (const month of own) {
      const found = month.lastBefore(place);
      if (found) return found;
    }
    return undefined;
  }

  firstAfter({ device_id, day, slots }: MovedDay): string | undefined {
    return [...(this.#of.get(device_id)?.values() ?? [])]
      .filter(({ month }) => month >= monthOf(day))
      .sort((a, b) => (a.month < b.month ? -1 : 1))
      .map((month) => month.firstAfter(day, slots))
      .find((found) => found !== undefined);
  }
}

/** A day after which slots of its device stand differently than before. */
export interface MovedDay extends DeviceDay {
  readonly slots: readonly number[];
}

const NEAR_MONTHS = 2;

const distinct = <T extends DeviceMonth>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [`${one.device_id}/${one.month}`, one])).values(),
];

/** The newest month before a place's own in which its slot had good readings. */
function monthWithReadings({ slot, day }: CounterPlace, years: readonly YearSums[]): string | undefined {
  for (const { year, n } of [...years].reverse()) {
    const read = monthsOfYear(year).findLast(
      (month, i) => `${month}-01` < monthOf(day) && (n[slot * 12 + i] ?? 0) > 0,
    );
    if (read !== undefined) return `${read}-01`;
  }
  return undefined;
}

/** What each counter last showed before a day, from the figures of days; undefined where nothing is known. */
export async function listPreviousValues(
  tx: Tx,
  places: readonly CounterPlace[],
): Promise<(KnownValue | undefined)[]> {
  if (places.length === 0) return [];
  const asked = distinct(places.map(({ device_id, day }) => ({ device_id, month: monthOf(day) })));
  const [old, near] = await Promise.all([
    listOldPreviousValues(tx, places),
    listNewestFigures(tx, asked, NEAR_MONTHS),
  ]);
  const months = new OpenMonths();
  months.add(near);
  const found = places.map((place) => months.lastBefore(place));
  const open = places.filter(
    ({ device_id }, i) => !found[i] && near.some((one) => one.device_id === device_id),
  );
  if (open.length > 0) {
    const years = Map.groupBy(
      await listYears(tx, [...new Set(open.map((p) => p.device_id))]),
      (y) => y.device_id,
    );
    const further = open.flatMap((place) => {
      const month = monthWithReadings(place, years.get(place.device_id) ?? []);
      return month ? [{ device_id: place.device_id, month }] : [];
    });
    months.add(await findFigures(tx, distinct(further)));
  }
  return places.map((place, i) => {
    const [known, before] = [found[i] ?? months.lastBefore(place), old[i]];
    return known && before ? (known.ts >= before.ts ? known : before) : (known ?? before);
  });
}

/** The first month behind a day's own in which one of its slots had good readings. */
function monthAfter({ slots, day }: MovedDay, years: readonly YearSums[]): string | undefined {
  for (const { year, n } of years) {
    const read = monthsOfYear(year).find(
      (month, i) => `${month}-01` > monthOf(day) && slots.some((slot) => (n[slot * 12 + i] ?? 0) > 0),
    );
    if (read !== undefined) return `${read}-01`;
  }
  return undefined;
}

/** The next days that count from each of these: the first on which one of the slots that moved had a good reading. */
async function nextInFigures(tx: Tx, days: readonly MovedDay[]): Promise<DeviceDay[]> {
  const asked = distinct(days.map(({ device_id, day }) => ({ device_id, month: monthOf(day) })));
  const near = await listMonthsFrom(tx, asked, NEAR_MONTHS);
  // Mostly it is the newest day that moved, and there is none behind it.
  const followed = days.filter(({ device_id, day }) =>
    near.some(
      (one) => one.device_id === device_id && daysOfMask(one.month, one.days).some((other) => other > day),
    ),
  );
  if (followed.length === 0) return [];
  const devices = new Set(followed.map(({ device_id }) => device_id));
  const months = new OpenMonths();
  months.add(
    await findFigures(
      tx,
      near.filter(({ device_id }) => devices.has(device_id)),
    ),
  );
  const open = followed.filter((day) => !months.firstAfter(day));
  if (open.length > 0) {
    const years = Map.groupBy(
      await listYears(tx, [...new Set(open.map(({ device_id }) => device_id))]),
      ({ device_id }) => device_id,
    );
    const further = open.flatMap((day) => {
      const month = monthAfter(day, years.get(day.device_id) ?? []);
      return month ? [{ device_id: day.device_id, month }] : [];
    });
    months.add(await findFigures(tx, distinct(further)));
  }
  return followed.flatMap((moved) => {
    const day = months.firstAfter(moved);
    return day === undefined ? [] : [{ device_id: moved.device_id, day }];
  });
}

/**
 * The days that count from where slots stood at the end of each of these: of each slot the next day with a good reading,
 * whatever lies between, and the day before that one, which ends with the first reading behind it.
 */
export async function listNextDays(tx: Tx, days: readonly MovedDay[]): Promise<DeviceDay[]> {
  const bySlot = days.flatMap(({ slots, ...day }) => slots.map((slot) => ({ ...day, slots: [slot] })));
  if (bySlot.length === 0) return [];
  const found = await Promise.all([listOldNextDays(tx, bySlot), nextInFigures(tx, bySlot)]);
  const counting = found.flat().flatMap((day) => [{ ...day, day: addDays(day.day, -1) }, day]);
  const next = new Map(counting.map((day) => [`${day.device_id}/${day.day}`, day]));
  return [...next.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
}

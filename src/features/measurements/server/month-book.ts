import type { Tx } from '../../../shared/server/tenancy.ts';
import { countOfDays } from '../../../shared/units/months.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import type { DayRow } from '../day-row.model.ts';
import {
  clearDay,
  dayRowOf,
  type MonthFigures,
  makeFigures,
  monthSums,
  putDay,
  widened,
} from '../month-figures.model.ts';
import {
  type DeviceMonth,
  type FigureMonth,
  findFigures,
  listYears,
  removeFigures,
  removeYears,
  writeFigures,
  writeYears,
  type YearSums,
} from './figures.repository.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { packFigures, unpackFigures } from './packed-figures.ts';
import type { DeviceDay } from './readings.repository.ts';
import { DamagedReadings } from './stored-readings.ts';

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const numberOf = (day: string): number => Number(day.slice(8)) - 1;
const keyOf = ({ device_id, month }: DeviceMonth): string => `${device_id}/${month}`;
const upTo = (slots: number): number[] => Array.from({ length: slots }, (_, slot) => slot);

const daysIn = (month: string): number => countOfDays(month.slice(0, 7));

/** The days of a month that a mask names, as YYYY-MM-DD. */
export function daysOfMask(month: string, mask: number): string[] {
  const days: string[] = [];
  for (let day = 0; day < 31; day++)
    if ((mask >>> day) & 1) days.push(`${month.slice(0, 8)}${String(day + 1).padStart(2, '0')}`);
  return days;
}

class BookMonth {
  readonly device_id: number;
  readonly month: string;
  zone: string;
  days: number;
  expired: number;
  changed = false;
  #bytes: Buffer | undefined;
  #figures: MonthFigures | undefined;

  constructor(of: DeviceMonth & Partial<FigureMonth>) {
    this.device_id = of.device_id;
    this.month = of.month;
    this.zone = of.zone ?? '';
    this.days = of.days ?? 0;
    this.expired = of.expired ?? 0;
    this.#bytes = of.bytes;
  }

  get figures(): MonthFigures {
    this.#figures ??= this.#bytes ? this.#open(this.#bytes) : makeFigures(0, daysIn(this.month));
    return this.#figures;
  }

  set figures(figures: MonthFigures) {
    this.#figures = figures;
  }

  #open(bytes: Buffer): MonthFigures {
    try {
      return unpackFigures(bytes);
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      throw new DamagedReadings({ device_id: this.device_id, day: this.month }, error);
    }
  }

  has(day: string): boolean {
    return ((this.days >>> numberOf(day)) & 1) === 1;
  }

  rowOf(day: string): DayRow | undefined {
    return this.has(day) ? dayRowOf(this.figures, numberOf(day), upTo(this.figures.slots)) : undefined;
  }

  remove(day: string): void {
    if (!this.has(day)) return;
    clearDay(this.figures, numberOf(day), upTo(this.figures.slots));
    this.days &= ~(1 << numberOf(day));
    this.changed = true;
  }

  /** A month is of one zone: what was made in another goes, but for days that can never be made again. */
  moveTo(zone: string): void {
    if (this.zone === zone) return;
    for (const day of daysOfMask(this.month, this.days & ~this.expired)) this.remove(day);
    this.zone = zone;
    this.changed = true;
  }

  put(day: string, row: DayRow): void {
    this.figures = widened(this.figures, row.n.length);
    clearDay(this.figures, numberOf(day), upTo(this.figures.slots));
    putDay(this.figures, numberOf(day), upTo(row.n.length), row);
    this.days |= 1 << numberOf(day);
    this.changed = true;
  }

  stored(): FigureMonth {
    const { device_id, month, days, expired, zone } = this;
    return { device_id, month, days, expired, zone, bytes: packFigures(this.figures) };
  }
}

/** The months that a transaction changes: read once, written once. Whoever opens it holds the lock of the company's days. */
export class MonthBook {
  readonly #tx: Tx;
  readonly #months = new Map<string, BookMonth>();

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Reads the months that days lie in, as far as they are not open already. */
  async open(days: readonly DeviceDay[]): Promise<void> {
    const missing = new Map<string, DeviceMonth>();
    for (const { device_id, day } of days) {
      const month = { device_id, month: monthOf(day) };
      if (!this.#months.has(keyOf(month))) missing.set(keyOf(month), month);
    }
    for (const month of missing.values()) this.#months.set(keyOf(month), new BookMonth(month));
    for (const found of await findFigures(this.#tx, [...missing.values()]))
      this.#months.set(keyOf(found), new BookMonth(found));
  }

  #month({ device_id, day }: DeviceDay): BookMonth {
    const month = this.#months.get(keyOf({ device_id, month: monthOf(day) }));
    if (!month) throw new Error(`the month of ${day} is not open`);
    return month;
  }

  /** The figures of a day; undefined where it has none. */
  rowOf(day: DeviceDay): DayRow | undefined {
    return this.#month(day).rowOf(day.day);
  }

  has(day: DeviceDay): boolean {
    return this.#month(day).has(day.day);
  }

  isExpired(day: DeviceDay): boolean {
    return ((this.#month(day).expired >>> numberOf(day.day)) & 1) === 1;
  }

  /** Days of open months that have figures of another zone than this one; they are all made anew together. */
  otherZone(day: DeviceDay, zone: string): string[] {
    const month = this.#month(day);
    return month.zone === zone ? [] : daysOfMask(month.month, month.days & ~month.expired);
  }

  put(day: DeviceDay, zone: string, row: DayRow): void {
    const month = this.#month(day);
    month.moveTo(zone);
    month.put(day.day, row);
  }

  remove(day: DeviceDay): void {
    this.#month(day).remove(day.day);
  }

  /** Notes that the readings of these days were let go. */
  expire(days: readonly DeviceDay[]): void {
    for (const day of days) {
      const month = this.#month(day);
      month.expired |= 1 << numberOf(day.day);
      month.changed = true;
    }
  }

  /** The zone of a day's borders; undefined where its month has no figures. */
  bordersOf(day: DeviceDay): { start: number; end: number } | undefined {
    const { zone } = this.#month(day);
    return zone === '' ? undefined : dayBorders(zone, day.day);
  }

  /** Writes what was changed, and what the years of it come to. */
  async save(): Promise<void> {
    const changed = [...this.#months.values()]
      .filter((month) => month.changed)
      .sort((a, b) => a.device_id - b.device_id || (a.month < b.month ? -1 : 1));
    if (changed.length === 0) return;
    await writeFigures(
      this.#tx,
      changed.filter(({ days }) => days !== 0).map((month) => month.stored()),
    );
    await removeFigures(
      this.#tx,
      changed.filter(({ days }) => days === 0),
    );
    await renewYears(this.#tx, changed);
    for (const month of changed) month.changed = false;
  }
}

type MadeMonth = DeviceMonth & Pick<BookMonth, 'figures'>;

/** Puts months into their years; a year of which nothing is left goes. */
async function renewYears(tx: Tx, changed: readonly MadeMonth[]): Promise<void> {
  const years = new Map<string, YearSums>();
  const device_ids = [...new Set(changed.map(({ device_id }) => device_id))];
  for (const year of await listYears(tx, device_ids)) years.set(`${year.device_id}/${year.year}`, year);
  const touched = new Map<string, YearSums>();
  for (const { device_id, month, figures } of changed) {
    const year = Number(month.slice(0, 4));
    const key = `${device_id}/${year}`;
    const before = touched.get(key) ?? years.get(key);
    touched.set(
      key,
      withMonth(before ?? { device_id, year, ...EMPTY_YEAR }, Number(month.slice(5, 7)) - 1, figures),
    );
  }
  const made = [...touched.values()];
  const isEmpty = ({ n, energy }: YearSums) => n.every((count) => count === 0) && energy.every(Number.isNaN);
  await writeYears(
    tx,
    made.filter((year) => !isEmpty(year)),
  );
  await removeYears(tx, made.filter(isEmpty));
}

const EMPTY_YEAR = { n: new Float64Array(0), sum: new Float64Array(0), energy: new Float64Array(0) };

/** A year with one of its months as its days are now. */
export function withMonth(year: YearSums, month: number, figures: MonthFigures): YearSums {
  const sums = monthSums(figures);
  const slots = Math.max(year.n.length / 12, figures.slots);
  const grown = (list: Float64Array, fill: number) => {
    const wide = new Float64Array(slots * 12).fill(fill);
    wide.set(list);
    return wide;
  };
  const made = {
    ...year,
    n: grown(year.n, 0),
    sum: grown(year.sum, Number.NaN),
    energy: grown(year.energy, Number.NaN),
  };
  for (let slot = 0; slot < slots; slot++) {
    const at = slot * 12 + month;
    made.n[at] = sums.n[slot] ?? 0;
    made.sum[at] = sums.sum[slot] ?? Number.NaN;
    made.energy[at] = sums.energy[slot] ?? Number.NaN;
  }
  return made;
}

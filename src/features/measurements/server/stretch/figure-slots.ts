import { DAY_MS } from '../../../../shared/units/zones.ts';
import { FIGURES, type Figure, type MonthFigures } from '../../month-figures.model.ts';
import { ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';
import { putValues, takeValues } from './values.ts';
import { MAX_WHOLE, putWholes, takeWholes } from './whole-numbers.ts';

/** How the days of a slot's figure are written; nothing at all where every day is null. */
const AS_SLOT_BEFORE = 0;
const AS_FIGURE = 1;
const VALUES = 2;
/** Instants without their days: mostly the same time of each day. */
const TIMES = 3;
const KINDS = 8;
/** The days that are not null are not those with good readings. */
const OWN_DAYS = 8;
const REFERENCE_UNIT = 16;

/** What a figure is compared with: a counter's least is its first. None refers to one that refers back. */
const REFERENCES: Partial<Record<Figure, readonly Figure[]>> = {
  min: ['first', 'last'],
  max: ['last', 'first', 'min'],
  last: ['first'],
};

const same = (a: Float64Array, b: Float64Array): boolean => {
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
};

/** The days of a slot's figure. */
const daysOf = ({ by, days }: MonthFigures, figure: Figure, slot: number): Float64Array =>
  by[figure].subarray(slot * days, (slot + 1) * days);

/** Writes a slot's figure; nothing where every day is null. */
export function putSlot(to: ByteWriter, figures: MonthFigures, figure: Figure, slot: number): void {
  const all = daysOf(figures, figure, slot);
  if (all.every(Number.isNaN)) return;
  if (slot > 0 && same(all, daysOf(figures, figure, slot - 1))) {
    to.byte(AS_SLOT_BEFORE);
    return;
  }
  const reference = REFERENCES[figure]?.find((other) => same(all, daysOf(figures, other, slot)));
  if (reference) {
    to.byte(AS_FIGURE + REFERENCE_UNIT * FIGURES.indexOf(reference));
    return;
  }
  const usual = figure === 'n' ? undefined : daysOf(figures, 'n', slot);
  const own = all.some((value, day) => Number.isNaN(value) === isUsual(usual, day));
  const values = all.filter((value) => !Number.isNaN(value));
  const times = figure === 'last_ts' ? timesOf(all) : undefined;
  const head = own ? OWN_DAYS : 0;
  to.byte(head + (times ? TIMES : VALUES));
  if (own) putDays(to, all);
  if (times) putWholes(to, times, times.length);
  else putValues(to, values, values.length);
}

/** Whether a figure is expected on a day: n on every day, the others on days with good readings. */
const isUsual = (n: Float64Array | undefined, day: number): boolean => !n || (n[day] ?? 0) > 0;

/** Instants less so many days; undefined where something is no instant. */
function timesOf(all: Float64Array): Float64Array | undefined {
  const times: number[] = [];
  for (const [day, at] of all.entries()) {
    if (Number.isNaN(at)) continue;
    const time = at - day * DAY_MS;
    if (!Number.isInteger(at) || Object.is(at, -0) || Math.abs(time) > MAX_WHOLE / 2) return undefined;
    times.push(time);
  }
  return Float64Array.from(times);
}

/** A bit for each day that is not null. */
function putDays(to: ByteWriter, all: Float64Array): void {
  const mask = to.zeros(Math.ceil(all.length / 8));
  for (const [day, value] of all.entries())
    if (!Number.isNaN(value)) mask[day >> 3] = (mask[day >> 3] ?? 0) | (1 << (day & 7));
}

/** What a slot's figure is read with. */
export interface FigureContext {
  readonly slots: number;
  readonly days: number;
  readSlot(figure: Figure, slot: number): Float64Array;
}

/** The slots of one figure, each read when it is asked for. */
export class SlotReader {
  readonly #context: FigureContext;
  readonly #figure: Figure;
  /** By slot; empty for one that says nothing. */
  readonly #slots: readonly Uint8Array[];
  readonly #read: (Float64Array | undefined)[] = [];

  /** @throws DamagedBytes */
  constructor(context: FigureContext, figure: Figure, section: Uint8Array) {
    this.#context = context;
    this.#figure = figure;
    if (section.length === 0) this.#slots = [];
    else if (context.slots === 1) this.#slots = [section];
    else {
      const from = new ByteReader(section);
      const lengths = Array.from({ length: context.slots }, () => from.count());
      this.#slots = lengths.map((length) => {
        const at = from.skip(length);
        return section.subarray(at, at + length);
      });
      from.end();
    }
  }

  /** By day. @throws DamagedBytes */
  read(slot: number): Float64Array {
    let first = slot;
    while (this.#slots[first]?.[0] === AS_SLOT_BEFORE) first--;
    this.#read[first] ??= this.#take(first);
    return this.#read[first] ?? new Float64Array(0);
  }

  #take(slot: number): Float64Array {
    const all = new Float64Array(this.#context.days).fill(Number.NaN);
    const bytes = this.#slots[slot];
    if (slot < 0) throw new DamagedBytes('its first slot is as none');
    if (!bytes || bytes.length === 0) return all;
    const from = new ByteReader(bytes);
    const head = from.byte();
    const kind = head % KINDS;
    if (kind === AS_FIGURE) return this.#context.readSlot(this.#reference(head), slot);
    if (kind === VALUES && !(head & OWN_DAYS) && this.#hasEveryDay(slot))
      return this.#takeEveryDay(from, all);
    const days = head & OWN_DAYS ? takeDays(from, all.length) : this.#usualDays(slot);
    const values = takeDayValues(from, kind, days);
    from.end();
    for (const [i, value] of values.entries()) all[days[i] ?? 0] = value;
    return all;
  }

  /** Whether nothing is left out: mostly so, and a sum opens a thousand months. */
  #hasEveryDay(slot: number): boolean {
    if (this.#figure === 'n') return true;
    const n = this.#context.readSlot('n', slot);
    for (let day = 0; day < this.#context.days; day++) if (!isUsual(n, day)) return false;
    return true;
  }

  #takeEveryDay(from: ByteReader, all: Float64Array): Float64Array {
    takeValues(from, { into: all, at: 0, count: all.length, total: all.length });
    from.end();
    return all;
  }

  #reference(head: number): Figure {
    const reference = FIGURES[Math.floor(head / REFERENCE_UNIT)];
    if (!reference || !REFERENCES[this.#figure]?.includes(reference))
      throw new DamagedBytes('a figure is as an unknown one');
    return reference;
  }

  #usualDays(slot: number): number[] {
    const n = this.#figure === 'n' ? undefined : this.#context.readSlot('n', slot);
    const days: number[] = [];
    for (let day = 0; day < this.#context.days; day++) if (isUsual(n, day)) days.push(day);
    return days;
  }
}

function takeDays(from: ByteReader, count: number): number[] {
  const mask = from.skip(Math.ceil(count / 8));
  return Array.from({ length: count }, (_, day) => day).filter(
    (day) => ((from.bytes[mask + (day >> 3)] ?? 0) >> (day & 7)) & 1,
  );
}

/** @param days those that have a value */
function takeDayValues(from: ByteReader, kind: number, days: readonly number[]): Float64Array {
  if (days.length === 0) throw new DamagedBytes('a figure has no day');
  const values = new Float64Array(days.length);
  const wished = { into: values, at: 0, count: days.length, total: days.length };
  if (kind === VALUES) takeValues(from, wished);
  else if (kind === TIMES) {
    takeWholes(from, wished);
    for (const [i, day] of days.entries()) values[i] = (values[i] ?? 0) + day * DAY_MS;
  } else throw new DamagedBytes('a figure is of an unknown kind');
  return values;
}

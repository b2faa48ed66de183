import type pg from 'pg';
import { showBin, withBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, dayBorders, localDay } from '../../../shared/units/zones.ts';
import { between, columnsOfRows, placeOf, type Readings } from '../columns.model.ts';
import type { DayRow } from '../day-row.model.ts';
import { dayRowOf, type MonthFigures } from '../month-figures.model.ts';
import { borderedTasks, countDays, type DayTask, windowOf } from './day-making.ts';
import { type FigureMonth, listFigures, listYears, type YearSums } from './figures.repository.ts';
import { daysOfMask, withMonth } from './month-book.ts';
import { DamagedBytes } from './packed-bytes.ts';
import { unpackFigures } from './packed-figures.ts';
import {
  type CheckedDevice,
  countHot,
  freezeView,
  type KeptDay,
  listCheckedDevices,
  listCheckedMonths,
  listHotHours,
  listKeptOldDays,
  listKnownDays,
  listWaitingDays,
  MONTH_FIGURES,
} from './store-check.repository.ts';
import { DamagedReadings, loadReadings, unpackStretchOf } from './stored-readings.ts';
import { listStretches } from './stretches.repository.ts';

/** What was looked at. */
export interface CheckedStore {
  devices: number;
  days: number;
  packed: number;
  /** Days whose readings were let go: nothing is left to compare their figures with. */
  expired: number;
  /** Days that wait to be made anew, and are not compared before. */
  waiting: number;
  readings: number;
  faults: number;
}

export const NOTHING_CHECKED: CheckedStore = {
  devices: 0,
  days: 0,
  packed: 0,
  expired: 0,
  waiting: 0,
  readings: 0,
  faults: 0,
};

const DAYS_AT_ONCE = 50;
const EXACT = ['n', 'min', 'max', 'first', 'last', 'last_ts'] as const;
const SUMMED = ['sum', 'energy', 'recovered'] as const;
const YEAR_FIGURES = ['n', 'sum', 'energy'] as const;
/** Sums depend on the order of their parts in the last digits. */
const TOLERANCE = 1e-9;

const near = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
/** What no float can hold is not kept. */
const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);
const same = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
const textOf = (value: number): string => (Number.isNaN(value) ? 'nothing' : String(value));

type Figures<F extends string> = Record<F, ArrayLike<number>>;

/** The first figure that differs: its slot and both sides; undefined when none does. */
function firstDifference<F extends string>(
  kept: Figures<F>,
  counted: Figures<F>,
  fields: readonly F[],
): { slot: number; field: F; kept: string; counted: string } | undefined {
  const slots = Math.max(...fields.flatMap((field) => [kept[field].length, counted[field].length]));
  for (let slot = 0; slot < slots; slot++) {
    for (const field of fields) {
      const nothing = field === 'n' ? 0 : Number.NaN;
      const [a, b] = [finite(kept[field][slot] ?? nothing), finite(counted[field][slot] ?? nothing)];
      const agrees = (SUMMED as readonly string[]).includes(field) ? near(a, b) : same(a, b);
      if (!agrees) return { slot, field, kept: textOf(a), counted: textOf(b) };
    }
  }
  return undefined;
}

/** The first figure of a day that differs, in words; undefined when none does. */
function difference(kept: DayRow, counted: DayRow): string | undefined {
  const found = firstDifference(kept, counted, [...EXACT, ...SUMMED]);
  return (
    found &&
    `slot ${found.slot}, ${found.field}: ${found.kept} is kept, the readings come to ${found.counted}`
  );
}

const spoken = ({ columns }: Readings): number =>
  columns.reduce(
    (sum, { values }) => sum + values.reduce((n, value) => n + (Number.isNaN(value) ? 0 : 1), 0),
    0,
  );

/** One device, from its first day to its last. */
class DeviceCheck {
  readonly #tx: Tx;
  readonly #device: CheckedDevice;
  readonly #counts: CheckedStore;
  readonly #onFault: (sentence: string) => void;
  readonly #stretches: { first: number; last: number; ts: Float64Array }[] = [];
  #waiting: ReadonlySet<string> = new Set();

  constructor(tx: Tx, device: CheckedDevice, to: { counts: CheckedStore; onFault(sentence: string): void }) {
    this.#tx = tx;
    this.#device = device;
    this.#counts = to.counts;
    this.#onFault = to.onFault;
  }

  async run(): Promise<void> {
    const { device_id } = this.#device;
    this.#counts.devices++;
    this.#waiting = new Set(await listWaitingDays(this.#tx, device_id));
    await this.#openStretches();
    for (let after = '0001-01-01'; ; ) {
      const days = await listKeptOldDays(this.#tx, { device_id, after, atMost: DAYS_AT_ONCE });
      if (days.length === 0) break;
      await this.#compare(days.map((day) => ({ ...day, waits: this.#waiting.has(day.day) })));
      after = days.at(-1)?.day ?? after;
    }
    const months = await listFigures(this.#tx, {
      device_ids: [device_id],
      from: '0001-01-01',
      to: '9999-12-01',
    });
    for (const month of months) await this.#compareMonth(month);
    await this.#compareYears(months);
    await this.#compareMonths();
    await this.#findStrays();
  }

  /** Looks whether each stretch can be read and none overlaps another. */
  async #openStretches(): Promise<void> {
    for (const stretch of await listStretches(this.#tx, this.#device.device_id)) {
      const before = this.#stretches.at(-1);
      const from = new Date(stretch.first).toISOString();
      if (before && before.last >= stretch.first) this.#fault(`packed readings from ${from} lie in others`);
      try {
        const { ts } = unpackStretchOf(stretch);
        if (ts[0] !== stretch.first || ts.at(-1) !== stretch.last)
          this.#fault(`packed readings from ${from} are of another time`);
        this.#stretches.push({ first: stretch.first, last: stretch.last, ts });
      } catch (error) {
        if (!(error instanceof DamagedReadings)) throw error;
        this.#fault(`packed readings from ${from} cannot be read: ${(error.cause as Error).message}`);
        this.#stretches.push({ first: stretch.first, last: stretch.last, ts: new Float64Array(0) });
      }
    }
  }

  async #compareMonth(month: FigureMonth): Promise<void> {
    let figures: MonthFigures;
    try {
      figures = unpackFigures(month.bytes);
    } catch (error) {
      if (!(error instanceof DamagedBytes)) throw error;
      return this.#fault(`the figures of ${month.month.slice(0, 7)} cannot be read: ${error.message}`);
    }
    const slots = Array.from({ length: figures.slots }, (_, slot) => slot);
    const expired = new Set(daysOfMask(month.month, month.expired));
    const days = daysOfMask(month.month, month.days).flatMap((day) => {
      const { start, end } = dayBorders(month.zone, day);
      const row = dayRowOf(figures, Number(day.slice(8)) - 1, slots);
      if (!row) this.#fault(`${day} is said to have figures and has none`);
      const is_packed = this.#stretches.some(({ ts }) => placeOf(ts, start) < placeOf(ts, end));
      const waits = this.#waiting.has(day);
      return row ? [{ day, start, end, expired: expired.has(day), is_packed, waits, row }] : [];
    });
    await this.#compare(days);
  }

  async #compareYears(months: readonly FigureMonth[]): Promise<void> {
    const counted = new Map<number, YearSums>();
    for (const { device_id, month, bytes } of months) {
      const year = Number(month.slice(0, 4));
      const none = new Float64Array(0);
      const before = counted.get(year) ?? { device_id, year, n: none, sum: none, energy: none };
      try {
        counted.set(year, withMonth(before, Number(month.slice(5, 7)) - 1, unpackFigures(bytes)));
      } catch (error) {
        if (!(error instanceof DamagedBytes)) throw error;
        counted.delete(year);
      }
    }
    const none = new Float64Array(0);
    const kept = new Map(
      (await listYears(this.#tx, [this.#device.device_id])).map((year) => [year.year, year]),
    );
    for (const [year, sums] of counted) {
      const found = firstDifference(
        kept.get(year) ?? { n: none, sum: none, energy: none },
        sums,
        YEAR_FIGURES,
      );
      if (!found) continue;
      const where = `the month ${year}-${String((found.slot % 12) + 1).padStart(2, '0')}, slot ${Math.floor(found.slot / 12)}`;
      this.#fault(`${where}, ${found.field}: ${found.kept} is kept, its days come to ${found.counted}`);
    }
    for (const year of kept.keys())
      if (!months.some(({ month }) => Number(month.slice(0, 4)) === year))
        this.#fault(`the year ${year} has sums and no days`);
  }

  async #compareMonths(): Promise<void> {
    for (const { month, kept, counted } of await listCheckedMonths(this.#tx, this.#device.device_id)) {
      const found = firstDifference(kept, counted, MONTH_FIGURES);
      if (!found) continue;
      const where = `the month ${month}, slot ${found.slot}, ${found.field}`;
      this.#fault(`${where}: ${found.kept} is kept, its days come to ${found.counted}`);
    }
  }

  #fault(what: string): void {
    const { proj_code, short_name, device_id } = this.#device;
    this.#counts.faults++;
    this.#onFault(
      `Company ${this.#tx.scope.company_id}, ${proj_code}/${short_name} (${device_id}): ${what}.`,
    );
  }

  async #compare(days: readonly KeptDay[]): Promise<void> {
    this.#counts.days += days.length;
    this.#counts.packed += days.filter((day) => day.is_packed).length;
    this.#counts.expired += days.filter((day) => day.expired).length;
    this.#counts.waiting += days.filter((day) => day.waits).length;
    const tasks = await borderedTasks(
      this.#tx,
      days.map(({ day }) => ({ ...this.#device, day })),
    );
    const asked: { task: DayTask; kept: KeptDay }[] = [];
    days.forEach((kept, i) => {
      const task = tasks[i];
      if (!task || kept.expired) return;
      if (kept.start === task.start && kept.end === task.end) asked.push({ task, kept });
      else if (!kept.waits) this.#fault(`the borders of ${kept.day} are not those of its time zone`);
    });
    const came = await this.#read(asked.map(({ task }) => task));
    const whole = asked.flatMap((one, i) => {
      const readings = came[i];
      return readings ? [{ ...one, came: readings }] : [];
    });
    const counted = await countDays(
      this.#tx,
      whole.map(({ task }) => task),
      whole.map(({ came }) => came),
    );
    whole.forEach(({ kept }, i) => {
      const row = counted[i]?.row;
      const differs = row && !kept.waits ? difference(kept.row, row) : undefined;
      if (differs) this.#fault(`${kept.day}, ${differs}`);
    });
  }

  /** The readings of days; undefined, and a fault, where bytes cannot be read. */
  async #read(tasks: readonly DayTask[]): Promise<(Readings | undefined)[]> {
    try {
      const came = (await loadReadings(this.#tx, { windows: tasks.map(windowOf), slots: null })) ?? [];
      tasks.forEach(({ start, end }, i) => {
        this.#counts.readings += spoken(between(came[i] ?? columnsOfRows([]), start, end));
      });
      return came;
    } catch (error) {
      if (!(error instanceof DamagedReadings)) throw error;
      // Day by day, to find which. The next day's first readings are read with each day: a fault is told where it lies,
      // once, and the day before it is compared when that one is mended.
      if (tasks.length > 1) return (await this.#readEach(tasks)).flat();
      if (error.day === tasks[0]?.day)
        this.#fault(`${error.day} cannot be read: ${(error.cause as Error).message}`);
      return [undefined];
    }
  }

  async #readEach(tasks: readonly DayTask[]): Promise<(Readings | undefined)[][]> {
    const read: (Readings | undefined)[][] = [];
    for (const task of tasks) read.push(await this.#read([task]));
    return read;
  }

  async #findStrays(): Promise<void> {
    const { device_id, time_zone } = this.#device;
    const known = await listKnownDays(this.#tx, device_id);
    const expired = new Set(known.filter((day) => day.expired).map(({ day }) => day));
    const counted = new Set(known.map(({ day }) => day));
    let left = 0;
    for (const day of expired) {
      if (this.#waiting.has(day)) continue;
      const { start, end } = dayBorders(time_zone, day);
      left += await countHot(this.#tx, device_id, start, end);
      for (const { ts } of this.#stretches) left += placeOf(ts, end) - placeOf(ts, start);
    }
    if (left > 0) this.#fault(`${left} readings lie in days whose readings were let go`);
    const lost = new Set<string>();
    const look = (at: number) => {
      const { day, end } = localDay(time_zone, at);
      // A mark for the day beside it covers a change of the zone that is under way.
      if (
        ![day, addDays(day, 1), addDays(day, -1)].some((one) => this.#waiting.has(one)) &&
        !counted.has(day)
      )
        lost.add(day);
      return end;
    };
    for (const at of await listHotHours(this.#tx, device_id)) look(at);
    for (const { ts } of this.#stretches) for (let i = 0; i < ts.length; i = placeOf(ts, look(ts[i] ?? 0)));
    for (const day of lost) this.#fault(`readings of ${day} are counted nowhere and wait for nothing`);
  }
}

/**
 * Reads everything again that is stored of a company, packed and hot, and compares each day's figures with what its
 * readings come to, and each month's with its days; each device at one moment, while the program may go on writing.
 * Faults are told in sentences.
 */
export async function checkStore(
  pool: pg.Pool,
  scope: Scope,
  onFault: (sentence: string) => void,
): Promise<CheckedStore> {
  const counts = { ...NOTHING_CHECKED };
  const devices = await inScope(pool, scope, (tx) => withBin(tx, () => listCheckedDevices(tx)), 'read only');
  for (const device of devices) {
    await inScope(
      pool,
      scope,
      async (tx) => {
        await freezeView(tx);
        await showBin(tx);
        await new DeviceCheck(tx, device, { counts, onFault }).run();
      },
      'read only',
    );
  }
  return counts;
}

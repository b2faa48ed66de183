import type pg from 'pg';
import { showBin, withBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { addDays, localDay } from '../../../shared/units/zones.ts';
import { between, columnsOfRows, type Readings } from '../columns.model.ts';
import type { DayRow } from '../day-row.model.ts';
import { borderedTasks, countDays, type DayTask, windowOf } from './day-making.ts';
import {
  type CheckedDevice,
  countHotInExpired,
  freezeView,
  type KeptDay,
  listCheckedDevices,
  listCheckedMonths,
  listKeptDays,
  listUncoveredHours,
  listWaitingDays,
  MONTH_FIGURES,
} from './store-check.repository.ts';
import { DamagedReadings, loadReadings } from './stored-readings.ts';

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
/** Sums depend on the order of their parts in the last digits. */
const TOLERANCE = 1e-9;

const near = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
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
      const [a, b] = [kept[field][slot] ?? nothing, counted[field][slot] ?? nothing];
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

  constructor(tx: Tx, device: CheckedDevice, to: { counts: CheckedStore; onFault(sentence: string): void }) {
    this.#tx = tx;
    this.#device = device;
    this.#counts = to.counts;
    this.#onFault = to.onFault;
  }

  async run(): Promise<void> {
    const { device_id } = this.#device;
    this.#counts.devices++;
    let after = '0001-01-01';
    for (;;) {
      const days = await listKeptDays(this.#tx, { device_id, after, atMost: DAYS_AT_ONCE });
      if (days.length === 0) break;
      await this.#compare(days);
      after = days.at(-1)?.day ?? after;
    }
    await this.#compareMonths();
    await this.#findStrays();
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
    const expired = await countHotInExpired(this.#tx, device_id);
    if (expired > 0) this.#fault(`${expired} readings lie in days whose readings were let go`);
    const waiting = new Set(await listWaitingDays(this.#tx, device_id));
    const lost = new Set<string>();
    for (const at of await listUncoveredHours(this.#tx, device_id)) {
      const { day } = localDay(time_zone, at);
      // A mark for the day beside it covers a change of the zone that is under way.
      if (![day, addDays(day, 1), addDays(day, -1)].some((one) => waiting.has(one))) lost.add(day);
    }
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

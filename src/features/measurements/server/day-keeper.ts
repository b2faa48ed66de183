import type pg from 'pg';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import { type DeviceMeta, energyKind, type SlotPast, summariseDay } from '../day-row.model.ts';
import type { KnownValue } from '../energy-steps.model.ts';
import {
  type CounterPlace,
  type DueDay,
  deviceMeta,
  listDirtyCompanies,
  listEnteredEvents,
  listHotRows,
  listNextDays,
  listPreviousValues,
  listSlots,
  lockDays,
  type MadeDay,
  removeDays,
  removeMarks,
  takeDueDays,
  writeDays,
} from './day-rows.repository.ts';
import { ensurePartition, markDays } from './readings.repository.ts';

export interface RecomputeOptions {
  /** Days at most; by default all that are due. */
  atMost?: number;
  clock?: () => number;
  /** Only this device's days. */
  device_id?: number;
  /** Also today's, which otherwise waits for ten minutes. */
  today?: boolean;
}

const DAYS_AT_ONCE = 50;
/** Deadlock; a lock that was not given in time. */
const COLLISIONS = new Set(['40P01', '55P03']);
/** Rows in one transaction: a device that reports every second fills a day with 86,400. */
const ROWS_AT_ONCE = 100_000;

function withinBudget(due: readonly DueDay[]): DueDay[] {
  let rows = 0;
  return due.filter((day, i) => {
    rows += 86_400 / day.interval_s;
    return i === 0 || rows <= ROWS_AT_ONCE;
  });
}

interface Task {
  due: DueDay;
  meta: DeviceMeta;
  start: number;
  end: number;
}

async function loadTasks(tx: Tx, due: readonly DueDay[]): Promise<Task[]> {
  const slots = await listSlots(tx, [...new Set(due.map((d) => d.device_id))]);
  const metas = new Map<number, DeviceMeta>();
  return due.map((day) => {
    let meta = metas.get(day.device_id);
    if (!meta) {
      meta = deviceMeta(
        slots.filter((slot) => slot.device_id === day.device_id),
        day,
      );
      metas.set(day.device_id, meta);
    }
    const { start, end } = dayBorders(day.time_zone, day.day);
    return { due: day, meta, start, end };
  });
}

/** What each counter showed before each day: from the day rows, or from a day of this same batch where that is newer. */
class Past {
  readonly #stored = new Map<string, KnownValue | undefined>();
  readonly #made = new Map<string, KnownValue>();

  static async load(tx: Tx, tasks: readonly Task[]): Promise<Past> {
    const places: CounterPlace[] = tasks.flatMap(({ due, meta, start }) =>
      meta.slots
        .filter((slot) => energyKind(slot) === 'counter')
        .map(({ slot }) => ({ device_id: due.device_id, day: due.day, slot, start })),
    );
    const values = await listPreviousValues(tx, places);
    const past = new Past();
    places.forEach(({ device_id, day, slot }, i) => {
      past.#stored.set(`${device_id}/${day}/${slot}`, values[i]);
    });
    return past;
  }

  before({ due }: Task, slot: number): KnownValue | undefined {
    const stored = this.#stored.get(`${due.device_id}/${due.day}/${slot}`);
    const made = this.#made.get(`${due.device_id}/${slot}`);
    return made && (!stored || made.ts >= stored.ts) ? made : stored;
  }

  note({ due, meta }: Task, { row }: Pick<MadeDay, 'row'>): void {
    for (const { slot } of meta.slots) {
      const [value, ts] = [row.last[slot] ?? Number.NaN, row.last_ts[slot] ?? Number.NaN];
      if (!Number.isNaN(value)) this.#made.set(`${due.device_id}/${slot}`, { value, ts });
    }
  }
}

async function makeDays(tx: Tx, tasks: readonly Task[]): Promise<MadeDay[]> {
  const devices = [...new Set(tasks.map((task) => task.due.device_id))];
  const [rows, past, entered] = await Promise.all([
    listHotRows(
      tx,
      tasks.map(({ due, start, end }) => ({
        device_id: due.device_id,
        start,
        end: end + due.interval_s * 1000,
      })),
    ),
    Past.load(tx, tasks),
    listEnteredEvents(tx, devices),
  ]);
  return tasks.map((task, i) => {
    const { due, meta, start, end } = task;
    const pasts = new Map<number, SlotPast>(
      meta.slots.map(({ slot }) => [
        slot,
        {
          previous: past.before(task, slot),
          entered: entered.filter((event) => event.device_id === due.device_id && event.slot === slot),
        },
      ]),
    );
    const made = summariseDay({ start, end }, rows[i] ?? [], meta, pasts);
    past.note(task, made);
    return { device_id: due.device_id, day: due.day, start, end, ...made };
  });
}

/** A day may be marked only because the next one begins, or be empty since the zone changed: then it has no row. */
function saysSomething({ row }: MadeDay): boolean {
  return row.n.some((count) => count > 0) || row.energy.some((energy) => !Number.isNaN(energy));
}

/** One small transaction; answers how many days it made anew. */
async function recomputeSome(tx: Tx, options: RecomputeOptions, atMost: number): Promise<number> {
  const now = new Date(options.clock?.() ?? Date.now());
  const { device_id = null, today = false } = options;
  if (!(await companyIsOpen(tx))) return 0;
  await lockDays(tx);
  const due = withinBudget(await takeDueDays(tx, { now, atMost, device_id, today }));
  if (due.length === 0) return 0;
  // The marks go first: readings committed after this point come with a mark of their own.
  await removeMarks(tx, due);
  const made = await makeDays(tx, await loadTasks(tx, due));
  const empty = made.filter((day) => !saysSomething(day));
  const moved = [...(await removeDays(tx, empty)), ...(await writeDays(tx, made.filter(saysSomething)))];
  const inThisBatch = new Set(due.map((d) => `${d.device_id}/${d.day}`));
  const next = (await listNextDays(tx, moved)).filter((d) => !inThisBatch.has(`${d.device_id}/${d.day}`));
  if (next.length > 0) await markDays(tx, next);
  return due.length;
}

/**
 * Makes the company's marked days anew from their readings, in small transactions, and takes the marks away with them.
 * Where a day's last counter value moved, the device's next day is marked in turn: history may arrive newest first.
 * Answers how many days were made.
 */
export async function recomputeDirty(
  pool: pg.Pool,
  scope: Scope,
  options: RecomputeOptions = {},
): Promise<number> {
  const atMost = options.atMost ?? Number.POSITIVE_INFINITY;
  let made = 0;
  for (let collisions = 0; made < atMost; ) {
    try {
      const some = await inScope(pool, scope, (tx) =>
        recomputeSome(tx, options, Math.min(DAYS_AT_ONCE, atMost - made)),
      );
      if (some === 0) break;
      made += some;
    } catch (error) {
      // A writer came across, or another worker was long at it: the marks stand and are taken again.
      if (!COLLISIONS.has((error as { code?: string }).code ?? '') || ++collisions > 5) throw error;
    }
  }
  return made;
}

interface Log {
  warn(fields: object, message: string): void;
}

export interface KeeperOptions {
  pool: pg.Pool;
  log: Log;
  clock?: () => number;
  everyMs?: number;
}

/** Days of one company in one turn, so that a company with a year to catch up does not hold up the others. */
const DAYS_IN_TURN = 500;

/** Makes the months' partitions before their first readings come, once each. */
class MonthsAhead {
  readonly #pool: pg.Pool;
  #made = '';

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async ensure(now: Date): Promise<void> {
    const [month = '', next = ''] = [0, 1].map((ahead) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7),
    );
    if (this.#made === next) return;
    await ensurePartition(this.#pool, month);
    await ensurePartition(this.#pool, next);
    this.#made = next;
  }
}

/** Works off the marked days of all companies every few seconds, without overlap, until it is closed. */
export function startDayKeeper(options: KeeperOptions): { close(): Promise<void> } {
  const { pool, log, everyMs = 3000 } = options;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();

  const complain = (err: unknown) => {
    log.warn({ err }, 'day rows could not be made; the marks stand');
    return 0;
  };
  const months = new MonthsAhead(pool);
  const walk = async (): Promise<boolean> => {
    let more = false;
    await months
      .ensure(new Date(options.clock?.() ?? Date.now()))
      .catch((err: unknown) => log.warn({ err }, 'the next month could not be made ahead'));
    for (const company_id of await listDirtyCompanies(pool)) {
      if (closed) return false;
      const made = await recomputeDirty(pool, scopeOfWork(company_id), {
        atMost: DAYS_IN_TURN,
        ...(options.clock ? { clock: options.clock } : {}),
      }).catch(complain);
      more ||= made >= DAYS_IN_TURN;
    }
    return more;
  };
  const turn = () => {
    underway = walk()
      .catch((err: unknown) => complain(err) > 0)
      .then((more) => {
        if (!closed) timer = setTimeout(turn, more ? 0 : everyMs).unref();
      });
  };
  turn();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await underway;
    },
  };
}

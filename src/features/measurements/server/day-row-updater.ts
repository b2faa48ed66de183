import type pg from 'pg';
import { RECENT_DAYS } from '../../../shared/server/day-keeper.ts';
import { markLateDays } from '../../../shared/server/late-days.repository.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import { monthAfter } from '../../../shared/units/months.ts';
import { addDays, DAY_MS } from '../../../shared/units/zones.ts';
import { markCalculated } from './calc-due.repository.ts';
import { type Delivered, makeDays, prepareTasks, putDays } from './day-making.ts';
import {
  type DayRange,
  type DueDay,
  listDirtyCompanies,
  lockDays,
  lockDueDays,
  removeMarks,
} from './day-rows.repository.ts';
import { listNextDays } from './known-days.ts';
import { markHomes } from './marked-homes.repository.ts';
import { MonthBook } from './month-book.ts';
import { monthsAround, moveOldMonths } from './old-layout.ts';
import { ensurePartition, markDays } from './readings.repository.ts';
import { StoreTidy } from './store-tidy.ts';
import { DamagedReadings } from './stored-readings.ts';

export interface RecomputeOptions {
  /** Days at most; by default all that are due. */
  atMost?: number;
  clock?: () => number;
  /** Only this device's days. */
  device_id?: number;
  /** Also today's, which otherwise waits for ten minutes. */
  today?: boolean;
  /** Asked before each transaction; what is left stays marked. */
  isStopped?: () => boolean;
}

const DAYS_AT_ONCE = 1000;
/** Deadlock; a lock that was not given in time. */
const COLLISIONS = new Set(['40P01', '55P03']);
/** Rows in one transaction, which writers wait for: 69 days of readings every five minutes, 833 of hourly ones. */
const ROWS_AT_ONCE = 20_000;

function withinBudget(due: readonly DueDay[]): DueDay[] {
  let rows = 0;
  return due.filter((day, i) => {
    rows += 86_400 / day.interval_s;
    return i === 0 || rows <= ROWS_AT_ONCE;
  });
}

/** One small transaction; answers how many days it made anew. */
async function recomputeSome(tx: Tx, options: RecomputeOptions, query: Narrow): Promise<number> {
  const now = new Date(options.clock?.() ?? Date.now());
  const { device_id = null, today = false } = options;
  if (!(await companyIsOpen(tx))) return 0;
  await lockDays(tx);
  // Days of what lies in the bin are made and packed as well: it may come back, and its months must be dropped in time.
  await showBin(tx);
  const due = withinBudget(await lockDueDays(tx, { now, device_id, today, ...query }));
  if (due.length === 0) return 0;
  // The marks go first: readings committed after this point come with a mark of their own.
  await removeMarks(tx, due);
  await remakeDays(tx, due, { now: now.getTime() });
  return due.length;
}

/**
 * Makes days of devices, with what is delivered for them, and marks the days that hang on them. Whoever calls holds the
 * lock of the company's days. Answers how many instants were packed that are new or changed.
 */
export async function remakeDays(
  tx: Tx,
  due: readonly DueDay[],
  options: { now: number; delivered?: Delivered },
): Promise<number> {
  const book = new MonthBook(tx);
  await moveOldMonths(tx, monthsAround(due), options.now);
  const { made, changed } = await makeDays(tx, await prepareTasks(tx, book, due), options);
  const { moved, other } = await putDays(tx, book, made);
  const inThisBatch = new Set(made.map((d) => `${d.device_id}/${d.day}`));
  const next = (await listNextDays(tx, moved)).filter((d) => !inThisBatch.has(`${d.device_id}/${d.day}`));
  if (next.length > 0) await markDays(tx, next);
  await markCalculated(tx, made);
  const over = other.filter(({ end }) => end <= options.now);
  await markHomes(tx, over);
  if (over.some(({ end }) => end <= options.now - (RECENT_DAYS - 1) * DAY_MS)) await markLateDays(tx);
  return changed;
}

interface Narrow {
  atMost: number;
  without: readonly DayRange[];
}

/** Each costs a transaction that comes to nothing. */
const MAX_DAMAGED_DAYS = 20;

/**
 * The days that cannot be made without damaged readings: their own, and the day before, which ends with their first. A
 * device whose fault comes again nevertheless (its plant's zone changed) or too often is left alone as a whole.
 */
function setAside(faults: readonly DamagedReadings[]): DayRange[] {
  return [...Map.groupBy(faults, (fault) => fault.device_id)].flatMap(([device_id, own]) => {
    const days = new Set(own.map((fault) => fault.day));
    if (days.size < own.length || days.size > MAX_DAMAGED_DAYS)
      return [{ device_id, from: '0001-01-01', to: '9999-12-31' }];
    return own.map(({ day, until }) => ({
      device_id,
      from: addDays(day, until === undefined ? -1 : -2),
      to: until === undefined ? day : addDays(until, 1),
    }));
  });
}

/**
 * Makes the company's marked days anew from their readings, in small transactions, and takes the marks away with them.
 * Where a day's last counter value moved, the device's next day is marked in turn: history may arrive newest first.
 * Answers how many days were made.
 * @throws DamagedReadings when all that can be made is made: the marks of days that need damaged readings stand
 */
export async function recomputeDirty(
  pool: pg.Pool,
  scope: Scope,
  options: RecomputeOptions = {},
): Promise<number> {
  const atMost = options.atMost ?? Number.POSITIVE_INFINITY;
  const damaged: DamagedReadings[] = [];
  let made = 0;
  for (let collisions = 0; made < atMost && !options.isStopped?.(); ) {
    const without = setAside(damaged);
    try {
      const some = await inScope(pool, scope, (tx) =>
        recomputeSome(tx, options, { atMost: Math.min(DAYS_AT_ONCE, atMost - made), without }),
      );
      if (some === 0) break;
      made += some;
    } catch (error) {
      if (error instanceof DamagedReadings) damaged.push(error);
      // A writer came across, or another worker was long at it: the marks stand and are taken again.
      else if (!COLLISIONS.has((error as { code?: string }).code ?? '') || ++collisions > 5) throw error;
    }
  }
  if (damaged[0]) throw damaged[0];
  return made;
}

interface Log {
  warn(fields: object, message: string): void;
}

export interface UpdaterOptions {
  pool: pg.Pool;
  log: Log;
  clock?: () => number;
  everyMs?: number;
  /** Tells whether there is room on the database's disk; yes without it. */
  disk?: { hasRoomFor(bytes: number): boolean };
}

/** Days of one company in one turn, so that a company with a year to catch up does not hold up the others. */
const DAYS_IN_TURN = 2000;

/** Makes the months' partitions before their first readings come, once each. */
class MonthsAhead {
  readonly #pool: pg.Pool;
  #made = '';

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async ensure(now: Date): Promise<void> {
    const month = now.toISOString().slice(0, 7);
    const next = monthAfter(month);
    if (this.#made === next) return;
    await ensurePartition(this.#pool, month);
    await ensurePartition(this.#pool, next);
    this.#made = next;
  }
}

/** Works off the marked days of all companies every few seconds, without overlap, until it is closed. */
export function startDayRowUpdater(options: UpdaterOptions): { close(): Promise<void> } {
  const { pool, log, everyMs = 3000 } = options;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let underway: Promise<void> = Promise.resolve();

  const complain = (err: unknown) => {
    log.warn({ err }, 'day rows could not be made; the marks stand');
    return 0;
  };
  const months = new MonthsAhead(pool);
  const { clock } = options;
  // A turn may last longer than a program that ends is given.
  const isStopped = () => closed;
  const recompute = (scope: Scope, atMost: number) =>
    recomputeDirty(pool, scope, { atMost, isStopped, ...(clock ? { clock } : {}) });
  const { disk } = options;
  const tidy = new StoreTidy({
    pool,
    log,
    recompute,
    ...(clock ? { clock } : {}),
    ...(disk ? { disk } : {}),
  });
  const walk = async (): Promise<boolean> => {
    let more = false;
    await months
      .ensure(new Date(clock?.() ?? Date.now()))
      .catch((err: unknown) => log.warn({ err }, 'the next month could not be made ahead'));
    for (const company_id of await listDirtyCompanies(pool)) {
      if (closed) return false;
      const made = await recompute(scopeOfWork(company_id), DAYS_IN_TURN).catch(complain);
      more ||= made >= DAYS_IN_TURN;
    }
    return more;
  };
  const turn = () => {
    underway = walk()
      // Fresh marks first: old days wait until there are none.
      .then(async (more) => (more || closed ? 0 : Math.min(everyMs, await tidy.turn())))
      .catch((err: unknown) => {
        complain(err);
        return everyMs;
      })
      .then((wait_ms) => {
        if (!closed) timer = setTimeout(turn, wait_ms).unref();
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

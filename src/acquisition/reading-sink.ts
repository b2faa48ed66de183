import { countReadings, type ReadingRow } from '../features/measurements/readings.model.ts';
import { databaseIsAway } from '../shared/server/database-faults.ts';
import { errorText } from '../shared/server/start-fault.ts';
import { type Scope, scopeOfWork } from '../shared/server/tenancy.ts';
import { isGone, isPassing, isRefused } from './write-faults.ts';

/** The one way in for readings. @throws when nothing of the batch is stored */
export type BatchWriter = { write(scope: Scope, rows: readonly ReadingRow[]): Promise<unknown> };

export type SinkLog = {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
};

export type ReadingSinkOptions = {
  readonly writer: BatchWriter;
  readonly log: SinkLog;
  /** Told of readings that can never be stored. */
  readonly refused?: (company_id: number, device_id: number, readings: number) => void;
  /** Longest wait of a row for company, 250 ms by default. */
  readonly flush_ms?: number;
  /** Rows that are written at once, 2,000 by default. */
  readonly batch_rows?: number;
  /** First pause after a failure, 250 ms by default; it doubles up to 5 s. */
  readonly retry_ms?: number;
  /** Rows kept while the database is away, 300,000 by default; beyond that the oldest are dropped. */
  readonly most_rows?: number;
};

export type SinkStatus = {
  /** Rows that are not on disk yet. */
  readonly waiting: number;
  /** Rows lost since the start because the database was away for too long. */
  readonly dropped: number;
  /** Rows that the database refused: their device is gone, or their instant cannot be. */
  readonly refused: number;
};

type Entry = { readonly company_id: number; readonly row: ReadingRow };

const MAX_RETRY_MS = 5_000;
const LOG_EVERY_MS = 60_000;
const COMPANIES_AT_ONCE = 4;
/** After so many companies for which the database was away, and none for which it was not, a round is over. */
const AWAYS = 2 * COMPANIES_AT_ONCE;
/** So many companies that are held are tried in one round; twice as many after each round in which all is well. */
const PROBES = COMPANIES_AT_ONCE;
/** So often a fault that nobody knows may be one of the moment; then it is the rows' own. */
const TRIES = 8;

/**
 * A company whose rows could not be written: `failures` in a row, `tries` of them though the database was there. `told` once
 * the log says so.
 */
type Held = { failures: number; tries: number; until_ms: number; told: boolean };

/** How the batches of one round went. */
type Round = {
  stored: number;
  readonly faults: Map<number, unknown>;
  /** To be tried again. */
  readonly failed: Entry[];
  /** Companies of which the round did not come to know anything. */
  readonly untried: Set<number>;
};

/**
 * Collects rows and writes them in batches of one company. While the database is away rows wait in a bounded buffer
 * and are tried again, each company by itself: it may be away for some of them only, where there are several machines. A batch
 * that the database refuses, or that has failed too often while it was there, is halved until only the rows at fault are left out.
 */
export class ReadingSink {
  readonly #writer: BatchWriter;
  readonly #log: SinkLog;
  readonly #onRefused: ReadingSinkOptions['refused'];
  readonly #flush_ms: number;
  readonly #retry_ms: number;
  readonly #batch_rows: number;
  readonly #max_rows: number;
  #waiting: Entry[] = [];
  #underway = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  /** Rounds in a row in which the database was away for everybody. */
  #failures = 0;
  #probes = PROBES;
  #stop_at_ms = Number.POSITIVE_INFINITY;
  readonly #held = new Map<number, Held>();
  /** Companies of which this round left rows out. */
  readonly #at_fault = new Set<number>();
  /** Rows waiting at the end of a round because their company is held. */
  #held_rows = 0;
  #dropped = 0;
  #dropped_logged = 0;
  #logged_at_ms = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #closed = false;

  constructor(options: ReadingSinkOptions) {
    this.#writer = options.writer;
    this.#log = options.log;
    this.#onRefused = options.refused;
    this.#flush_ms = options.flush_ms ?? 250;
    this.#retry_ms = options.retry_ms ?? 250;
    this.#batch_rows = options.batch_rows ?? 2_000;
    this.#max_rows = options.most_rows ?? 300_000;
  }

  add(company_id: number, row: ReadingRow): void {
    this.#waiting.push({ company_id, row });
    this.#dropOldest();
    this.#schedule();
  }

  status(): SinkStatus {
    const waiting = this.#waiting.length + this.#underway;
    return { waiting, dropped: this.#dropped, refused: this.#refused };
  }

  /** Writes what waits, trying for at most so long while the database is away; what is left then is told in the log. */
  async close(limit_ms = 4_000): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const until = performance.now() + limit_ms;
    this.#stop_at_ms = until;
    await this.#flushing;
    while (this.#waiting.length > 0 && performance.now() < until) {
      await this.#flush();
      if (this.#failures > 0 || this.#held.size > 0)
        await new Promise((resolve) => setTimeout(resolve, this.#retry_ms));
    }
    const lost = this.#waiting.length;
    if (lost > 0)
      this.#log.warn({ rows: lost }, 'readings were lost: they could not be stored until the end');
  }

  // Oldest rows go by the hundredth of the buffer, so that a full one costs nothing at each new row.
  #dropOldest(): void {
    if (this.#waiting.length + this.#underway <= this.#max_rows) return;
    const block = Math.max(1, Math.floor(this.#max_rows / 100));
    this.#dropped += this.#waiting.splice(0, block).length;
    const now_ms = performance.now();
    if (now_ms - this.#logged_at_ms < LOG_EVERY_MS) return;
    this.#logged_at_ms = now_ms;
    const rows = this.#dropped - this.#dropped_logged;
    this.#dropped_logged = this.#dropped;
    this.#log.warn(
      { rows, since_start: this.#dropped },
      'the oldest readings were dropped: the buffer is full',
    );
  }

  #schedule(): void {
    if (this.#closed || this.#flushing !== undefined || this.#waiting.length === 0) return;
    const ready = this.#waiting.length - this.#held_rows;
    const full = ready >= this.#batch_rows && this.#failures === 0;
    if (this.#timer !== undefined && !full) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), full ? 0 : this.#pauseMs());
  }

  #pauseMs(): number {
    return this.#failures === 0 ? this.#flush_ms : this.#pauseAfter(this.#failures);
  }

  #pauseAfter(failures: number): number {
    return Math.min(MAX_RETRY_MS, this.#retry_ms * 2 ** Math.max(0, failures - 1));
  }

  #flush(): Promise<void> {
    this.#timer = undefined;
    this.#flushing ??= this.#writeRound().finally(() => {
      this.#flushing = undefined;
      this.#schedule();
    });
    return this.#flushing;
  }

  async #writeRound(): Promise<void> {
    this.#at_fault.clear();
    const taken = this.#takeReady();
    this.#underway = taken.length;
    const round = await this.#writeBatches(this.#batchesOf(taken));
    this.#waiting = round.failed.concat(this.#waiting);
    this.#underway = 0;
    this.#noteRound(taken, round);
  }

  async #writeBatches(batches: Entry[][]): Promise<Round> {
    const round: Round = { stored: 0, faults: new Map(), failed: [], untried: new Set() };
    const workers = Array.from({ length: COMPANIES_AT_ONCE }, async () => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        const company_id = batch[0]?.company_id ?? 0;
        const known = round.faults.has(company_id);
        const ends = !known && this.#isOver(round);
        const error = known || ends ? null : await this.#writeBatch(batch);
        if (ends) round.untried.add(company_id);
        if (error === undefined) round.stored += 1;
        else round.failed.push(...batch);
        if (error !== undefined && error !== null) round.faults.set(company_id, error);
      }
    });
    await Promise.all(workers);
    return round;
  }

  #isOver({ stored, faults }: Round): boolean {
    if (performance.now() > this.#stop_at_ms) return true;
    return stored === 0 && faults.size >= AWAYS && [...faults.values()].every(databaseIsAway);
  }

  /** The oldest rows of companies that are not held, and a batch of some that are held and may be tried again. */
  #takeReady(): Entry[] {
    const max = this.#batch_rows * COMPANIES_AT_ONCE;
    if (this.#held.size === 0) return this.#waiting.splice(0, max);
    const probes = this.#chooseProbes();
    const ready: Entry[] = [];
    const probing: Entry[] = [];
    this.#waiting = this.#waiting.filter((entry) => {
      const left = probes.get(entry.company_id);
      if (left === undefined && (this.#held.has(entry.company_id) || ready.length >= max)) return true;
      if (left === 0) return true;
      if (left !== undefined) probes.set(entry.company_id, left - 1);
      (left === undefined ? ready : probing).push(entry);
      return false;
    });
    // Those of whom all was well come first: whoever waits for a machine that is away keeps nobody waiting.
    return ready.concat(probing);
  }

  /** How many rows may be taken of which held companies. */
  #chooseProbes(): Map<number, number> {
    const now_ms = performance.now();
    const due = [...this.#held].filter(([, { until_ms }]) => this.#closed || until_ms <= now_ms);
    due.sort(([, a], [, b]) => a.until_ms - b.until_ms);
    const some = this.#closed ? due : due.slice(0, this.#probes);
    return new Map(some.map(([company_id]) => [company_id, this.#batch_rows]));
  }

  #noteRound(taken: readonly Entry[], round: Round): void {
    const faults = [...round.faults];
    const aways = faults.filter(([, fault]) => databaseIsAway(fault));
    // Away for everybody, as far as this round knows; what is held failed before, and says nothing of the others.
    const known = this.#failures > 0 || aways.some(([company_id]) => !this.#held.has(company_id));
    const all_away = round.stored === 0 && aways.length > 0 && aways.length === faults.length && known;
    this.#probes = round.stored > 0 && aways.length === 0 ? this.#probes * 2 : PROBES;
    this.#noteCompanies(taken, round, all_away);
    if (all_away) this.#noteAway(aways[0]?.[1]);
    else if (round.stored > 0) this.#noteBack();
  }

  #noteCompanies(taken: readonly Entry[], { faults, untried }: Round, all_away: boolean): void {
    for (const company_id of new Set(taken.map((entry) => entry.company_id))) {
      const fault = faults.get(company_id);
      if (fault !== undefined) this.#hold(company_id, fault, all_away);
      else if (!this.#at_fault.has(company_id) && !untried.has(company_id)) this.#held.delete(company_id);
    }
    this.#held_rows =
      this.#held.size === 0 ? 0 : this.#waiting.filter((entry) => this.#held.has(entry.company_id)).length;
  }

  #hold(company_id: number, fault: unknown, all_away: boolean): void {
    const before = this.#held.get(company_id) ?? { failures: 0, tries: 0, told: false };
    const failures = before.failures + 1;
    const tells = !all_away && !before.told;
    if (tells)
      this.#log.warn(
        { company_id, why: errorText(fault) },
        "a company's readings cannot be stored now; they wait and are tried again",
      );
    this.#held.set(company_id, {
      failures,
      tries: before.tries + (databaseIsAway(fault) ? 0 : 1),
      until_ms: performance.now() + this.#pauseAfter(failures),
      told: before.told || tells,
    });
  }

  #batchesOf(entries: readonly Entry[]): Entry[][] {
    const batches: Entry[][] = [];
    for (const ofCompany of Map.groupBy(entries, (entry) => entry.company_id).values())
      for (let i = 0; i < ofCompany.length; i += this.#batch_rows)
        batches.push(ofCompany.slice(i, i + this.#batch_rows));
    return batches;
  }

  /** Stores a batch of one company, or leaves out of it what can never be stored. @returns why it must be tried again */
  async #writeBatch(batch: readonly Entry[]): Promise<unknown> {
    const [first] = batch;
    if (first === undefined) return undefined;
    try {
      await this.#writer.write(
        scopeOfWork(first.company_id),
        batch.map((entry) => entry.row),
      );
      return undefined;
    } catch (error) {
      const tries = this.#held.get(first.company_id)?.tries ?? 0;
      if (!isRefused(error) && (tries < TRIES || isPassing(error))) return error;
      const of_one = batch.every(({ row }) => row.device_id === first.row.device_id);
      if (batch.length > 1 && !(of_one && isGone(error))) return this.#writeHalves(batch);
      this.#refuse(first, batch, error);
      return undefined;
    }
  }

  #refuse({ company_id, row }: Entry, batch: readonly Entry[], error: unknown): void {
    const rows = batch.length;
    this.#refused += rows;
    this.#at_fault.add(company_id);
    const { device_id, ts } = row;
    const readings = batch.reduce((sum, entry) => sum + countReadings(entry.row), 0);
    this.#onRefused?.(company_id, device_id, readings);
    this.#log.warn({ company_id, device_id, ts, rows, why: errorText(error) }, 'readings were refused');
  }

  // A half that was stored may be written once more with the other: repeating a delivery changes nothing.
  async #writeHalves(batch: readonly Entry[]): Promise<unknown> {
    const sorted = batch.toSorted((a, b) => a.row.device_id - b.row.device_id);
    const middle = sorted.length >> 1;
    return (
      (await this.#writeBatch(sorted.slice(0, middle))) ?? (await this.#writeBatch(sorted.slice(middle)))
    );
  }

  #noteAway(fault: unknown): void {
    this.#failures += 1;
    const rows = this.#waiting.length;
    if (this.#failures === 1)
      this.#log.warn(
        { rows, why: errorText(fault) },
        'readings cannot be stored now; they wait and are tried again',
      );
  }

  #noteBack(): void {
    if (this.#failures > 0) this.#log.info({ rows: this.#waiting.length }, 'readings are stored again');
    this.#failures = 0;
  }
}

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
/** So often a fault that nobody knows may be one of the moment; then it is the rows' own. */
const TRIES = 8;

/** A company whose rows could not be written though the database is there. */
type Held = { tries: number; until_ms: number };

/**
 * Collects rows and writes them in batches of one company. While the database is away rows wait in a bounded buffer
 * and are tried again; a company whose rows fail otherwise waits by itself. A batch that the database refuses, or that
 * has failed too often, is halved until only the rows at fault are left out.
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
  #failures = 0;
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
    const batches = this.#batchesOf(taken);
    const failed: Entry[] = [];
    const faults = new Map<number, unknown>();
    let away: unknown;
    const workers = Array.from({ length: COMPANIES_AT_ONCE }, async () => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        const company_id = batch[0]?.company_id ?? 0;
        const error = away ?? faults.get(company_id) ?? (await this.#writeBatch(batch));
        if (error === undefined) continue;
        if (databaseIsAway(error)) away = error;
        else faults.set(company_id, error);
        failed.push(...batch);
      }
    });
    await Promise.all(workers);
    this.#waiting = failed.concat(this.#waiting);
    this.#underway = 0;
    if (away === undefined) this.#noteCompanies(taken, faults);
    this.#noteRound(away);
  }

  /** The oldest rows of companies that may be tried now. */
  #takeReady(): Entry[] {
    const max = this.#batch_rows * COMPANIES_AT_ONCE;
    if (this.#held.size === 0 || this.#closed) return this.#waiting.splice(0, max);
    const now_ms = performance.now();
    const ready: Entry[] = [];
    this.#waiting = this.#waiting.filter((entry) => {
      const held = (this.#held.get(entry.company_id)?.until_ms ?? 0) > now_ms;
      if (held || ready.length >= max) return true;
      ready.push(entry);
      return false;
    });
    return ready;
  }

  #noteCompanies(taken: readonly Entry[], faults: ReadonlyMap<number, unknown>): void {
    for (const company_id of new Set(taken.map((entry) => entry.company_id))) {
      const fault = faults.get(company_id);
      const tries = this.#held.get(company_id)?.tries ?? 0;
      if (fault !== undefined) {
        if (tries === 0)
          this.#log.warn(
            { company_id, why: errorText(fault) },
            "a company's readings cannot be stored now; they wait and are tried again",
          );
        this.#held.set(company_id, {
          tries: tries + 1,
          until_ms: performance.now() + this.#pauseAfter(tries + 1),
        });
      } else if (!this.#at_fault.has(company_id)) this.#held.delete(company_id);
    }
    this.#held_rows =
      this.#held.size === 0 ? 0 : this.#waiting.filter((entry) => this.#held.has(entry.company_id)).length;
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

  #noteRound(fault: unknown): void {
    if (fault === undefined) {
      if (this.#failures > 0) this.#log.info({ rows: this.#waiting.length }, 'readings are stored again');
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    const rows = this.#waiting.length;
    if (this.#failures === 1)
      this.#log.warn(
        { rows, why: errorText(fault) },
        'readings cannot be stored now; they wait and are tried again',
      );
  }
}

import type pg from 'pg';
import { saveTextsRead } from '../../features/plants/server/attributes.public.ts';
import { databaseIsAway } from '../../shared/server/database-faults.ts';
import { notifyLive } from '../../shared/server/live/notice.ts';
import type { Logger } from '../../shared/server/log.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { addHours, addLog, type PortWay, saveDevices, savePorts } from './health.repository.ts';
import type { HealthBatch, HealthBook } from './health-book.ts';

export type HealthWriterOptions = {
  readonly pool: pg.Pool;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly book: HealthBook;
  readonly holder: string;
  /** How the ports are that this instance polls. */
  readonly ways: () => readonly PortWay[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly every_ms?: number;
};

const EVERY_MS = 2_000;
const PORT_AGAIN_MS = 60_000;
/** After so many companies for which the database was away, and none for which it was not, the rest waits for the next round. */
const AWAYS = 3;

/**
 * Writes what polling finds out, every two seconds what has changed, a transaction for each company; one that fails keeps no
 * other from being written. While the database is away nothing is lost but freshness. A commit whose answer was lost may count an hour's requests twice.
 */
export class HealthWriter {
  readonly #options: HealthWriterOptions;
  readonly #ports = new Map<string, { way: string; written_ms: number }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;
  #away = false;
  /** Companies that could not be written, those that were tried last at the end. */
  readonly #faulty = new Set<number>();

  constructor(options: HealthWriterOptions) {
    this.#options = options;
    this.#schedule();
  }

  /** Writes what is left, once. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#writeAll();
  }

  #schedule(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#writing = this.#writeAll().finally(() => this.#schedule());
    }, this.#options.every_ms ?? EVERY_MS).unref();
  }

  async #writeAll(): Promise<void> {
    const { book, log } = this.#options;
    const batches = new Map(book.take().map((batch) => [batch.company_id, batch]));
    const ports = Map.groupBy(this.#changedPorts(), ({ company_id }) => company_id);
    const write = (id: number) => this.#write(id, batches.get(id), ports.get(id) ?? []);
    const { failed, fault } = await this.#writeEach(new Set([...batches.keys(), ...ports.keys()]), write);
    for (const company_id of failed) {
      const batch = batches.get(company_id);
      if (batch !== undefined) book.giveBack(batch);
      for (const port of ports.get(company_id) ?? []) this.#ports.delete(keyOf(port));
    }
    if (fault !== undefined && !this.#away)
      log.warn({ why: errorText(fault) }, "devices' health cannot be written now; it is tried again");
    if (fault === undefined && this.#away) log.info({}, "devices' health is written again");
    this.#away = fault !== undefined;
  }

  /**
   * Writes each company, those that failed the last time after all others, and these until one of them fails again.
   * @returns those that were not written, and a fault of them
   */
  async #writeEach(
    companies: ReadonlySet<number>,
    write: (company_id: number) => Promise<unknown>,
  ): Promise<{ failed: number[]; fault: unknown }> {
    const well = [...companies].filter((id) => !this.#faulty.has(id));
    const again = [...this.#faulty].filter((id) => companies.has(id));
    const failed: number[] = [];
    let [fault, tried, aways, over]: [unknown, number, number, boolean] = [undefined, 0, 0, false];
    for (const company_id of [...well, ...again]) {
      const error: unknown = over ? fault : await write(company_id);
      if (error !== undefined) failed.push(company_id);
      if (over) continue;
      tried += 1;
      const failed_before = this.#faulty.delete(company_id);
      if (error === undefined) continue;
      this.#faulty.add(company_id);
      fault ??= error;
      if (databaseIsAway(error)) aways += 1;
      over = databaseIsAway(error) && (failed_before || (aways >= AWAYS && aways === tried));
    }
    return { failed, fault };
  }

  /** @returns why it must be tried again */
  async #write(
    company_id: number,
    batch: HealthBatch | undefined,
    ports: readonly PortWay[],
  ): Promise<unknown> {
    const { pool, holder, now } = this.#options;
    try {
      await inScope(pool, scopeOfWork(company_id), async (tx) => {
        await savePorts(tx, ports, { holder, at_ms: now() });
        if (batch === undefined) return;
        await addLog(tx, batch.log);
        await saveDevices(tx, batch.devices);
        await addHours(tx, batch.hours);
        await saveTextsRead(
          tx,
          batch.texts.map(({ definition, value, read_ms }) => ({
            ...definition,
            value,
            read_at: new Date(read_ms),
          })),
        );
        const codes = [...new Set(batch.turned.map(({ proj_code }) => proj_code))];
        if (codes.length > 0) await notifyLive(tx, { company_id, kind: 'devices', codes });
      });
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #changedPorts(): PortWay[] {
    const now_ms = this.#options.now();
    const ways = this.#options.ways();
    const changed = ways.filter((port) => {
      const way = `${port.connected} ${JSON.stringify(port.reason)}`;
      const known = this.#ports.get(keyOf(port));
      if (known?.way === way && Math.abs(now_ms - known.written_ms) < PORT_AGAIN_MS) return false;
      this.#ports.set(keyOf(port), { way, written_ms: now_ms });
      return true;
    });
    if (this.#ports.size > ways.length) {
      const held = new Set(ways.map(keyOf));
      for (const key of this.#ports.keys()) if (!held.has(key)) this.#ports.delete(key);
    }
    return changed;
  }
}

const keyOf = ({ company_id, port_id }: PortWay): string => `${company_id}/${port_id}`;

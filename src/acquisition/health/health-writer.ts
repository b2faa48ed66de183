import type pg from 'pg';
import { saveTextsRead } from '../../features/plants/server/attributes.public.ts';
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

/**
 * Writes what polling finds out, every two seconds what has changed, a transaction for each company. While the
 * database is away nothing is lost but freshness. A commit whose answer was lost may count an hour's requests twice.
 */
export class HealthWriter {
  readonly #options: HealthWriterOptions;
  readonly #ports = new Map<string, { way: string; written_ms: number }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;
  #away = false;

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
    let fault: unknown;
    for (const company_id of new Set([...batches.keys(), ...ports.keys()])) {
      const batch = batches.get(company_id);
      const error = fault ?? (await this.#write(company_id, batch, ports.get(company_id) ?? []));
      if (error === undefined) continue;
      fault = error;
      if (batch !== undefined) book.giveBack(batch);
      for (const port of ports.get(company_id) ?? []) this.#ports.delete(keyOf(port));
    }
    if (fault !== undefined && !this.#away)
      log.warn({ why: errorText(fault) }, "devices' health cannot be written now; it is tried again");
    if (fault === undefined && this.#away) log.info({}, "devices' health is written again");
    this.#away = fault !== undefined;
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

import { setTimeout as pause } from 'node:timers/promises';
import { Checker } from '../../features/measurements/ingest.model.ts';
import { readPayload, userNameOf } from '../../features/measurements/mqtt.model.ts';
import type { ReadingRow } from '../../features/measurements/readings.model.ts';
import { parseTolerantly } from '../../shared/server/http/json-bodies.ts';
import { errorText } from '../../shared/server/start-fault.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import { isPassing, isRefused } from '../write-faults.ts';
import { bytesOf, type DoorOptions, type Message, type Outcome } from './messages.ts';
import type { Publisher, Publishers } from './publishers.ts';

type Options = DoorOptions & { readonly publishers: Publishers; readonly done: () => void };

type Waiting = {
  readonly message: Message;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
};

/** A message that was read: its rows stand for it until they are on disk. */
type Read = Waiting & { readonly rows: readonly ReadingRow[]; readonly name: string };

const GATHER_MS = 5;
/** Of one batch: enough to make a commit cheap, few enough that reading them does not hold others up. */
const MAX_MESSAGES = 1_000;
const MAX_BYTES = 1024 * 1024;

/**
 * The messages of one company, written together: while one batch is being committed the next one gathers. A batch that
 * cannot be written is halved until the message at fault is found. It alone is refused where its data are at fault;
 * where nobody knows why, it is never acknowledged, however often it comes: it may be good.
 */
export class CompanyBatches {
  readonly #company_id: number;
  readonly #options: Options;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** Whether a fault that nobody knows was told of the present batch. */
  #logged = false;

  constructor(company_id: number, options: Options) {
    this.#company_id = company_id;
    this.#options = options;
  }

  take(message: Message): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await pause(this.#options.gather_ms ?? GATHER_MS);
    while (this.#waiting.length > 0) await this.#writeNext(this.#next());
    this.#running = undefined;
    this.#options.done();
  }

  #next(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { message } of this.#waiting) {
      bytes += bytesOf(message.payload);
      if (count > 0 && (bytes > MAX_BYTES || count >= MAX_MESSAGES)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #writeNext(batch: readonly Waiting[]): Promise<void> {
    this.#logged = false;
    try {
      const device_ids = batch.map(({ message }) => message.device_id);
      const { open, found } = await this.#options.publishers.find(this.#company_id, device_ids);
      const read = batch.flatMap((waiting) => this.#read(waiting, found, open));
      await this.#write(read);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** Reads a message; one that holds nothing to store is settled at once. */
  #read(waiting: Waiting, found: ReadonlyMap<number, Publisher>, open: boolean): Read[] {
    const { message, resolve } = waiting;
    const publisher = found.get(message.device_id);
    if (!publisher) {
      if (open) this.#refuse(userNameOf(message), 'unknown_device', 1);
      resolve('unknown');
      return [];
    }
    const { name } = publisher;
    const { arrived } = message;
    if (message.payload === 'too_large') {
      this.#refuse(name, 'too_large', 1);
      resolve('stored');
      return [];
    }
    const content = readPayload(message.payload, { parse: parseTolerantly, device: name, arrived });
    if ('fault' in content) {
      this.#refuse(name, content.fault, 1);
      resolve('stored');
      return [];
    }
    const checker = new Checker({ find: () => publisher }, arrived);
    for (const [row, reading] of content.readings.entries()) checker.add(row, reading);
    const { rows, tally } = checker.done();
    for (const { reason, count } of tally) this.#refuse(name, reason, count);
    if (rows.length > 0) return [{ ...waiting, rows, name }];
    resolve('stored');
    return [];
  }

  async #write(batch: readonly Read[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#options.writer.write(
        scopeOfWork(this.#company_id),
        batch.flatMap(({ rows }) => rows),
      );
      this.#settle(batch);
    } catch (error) {
      await this.#judge(batch, error);
    }
  }

  // A half that was stored may be written once more when its message comes again: repeating changes nothing.
  async #judge(batch: readonly Read[], error: unknown): Promise<void> {
    if (isPassing(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const [first] = batch;
    if (batch.length > 1 || first === undefined) {
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      return this.#write(batch.slice(middle));
    }
    if (isRefused(error)) this.#refuseWhole(first, error);
    else this.#leave(first, error);
  }

  #refuseWhole({ message, name, rows, resolve }: Read, error: unknown): void {
    const { company_id, device_id } = message;
    const said = { company_id, device_id, rows: rows.length, why: errorText(error) };
    this.#options.log.warn(said, 'a message was refused');
    this.#refuse(name, 'other', rows.length);
    resolve('stored');
  }

  #leave({ message, rows, reject }: Read, error: unknown): void {
    const { company_id, device_id } = message;
    const said = { company_id, device_id, rows: rows.length, why: errorText(error) };
    if (!this.#logged)
      this.#options.log.warn(said, 'a message cannot be stored; it is not acknowledged and comes again');
    this.#logged = true;
    reject(error);
  }

  #settle(batch: readonly Read[]): void {
    for (const { resolve } of batch) resolve('stored');
    this.#options.publishers.seen(this.#company_id, new Set(batch.map(({ message }) => message.device_id)));
  }

  #refuse(device: string, reason: string, count: number): void {
    this.#options.refused.countRefused({
      company_id: this.#company_id,
      source: 'mqtt',
      device,
      reason,
      count,
    });
  }
}

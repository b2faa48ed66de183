import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { FIELD_TASK_CHANNEL } from '../features/cloudcontrol/field-tools.model.ts';
import { clientConfig, type DatabaseTarget } from '../shared/server/database-target.ts';
import type { Logger } from '../shared/server/log.ts';
import { errorText } from '../shared/server/start-fault.ts';
import { countConnections } from './polling.repository.ts';

/** Begins the application name of each acquisition instance's listening connection; its holder follows. */
const NAME = 'meridiana acquisition ';
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const ANSWER_MS = 10_000;

export type NoticesOptions = {
  readonly database: DatabaseTarget;
  readonly holder: string;
  /** What the connection is called in the database, asked for at each new one; by default that of a poller. */
  readonly name?: () => string;
  readonly log: Logger;
  /** A company's configuration was changed. */
  readonly changed: (company_id: number) => void;
  /** Somebody asks the field of a company something, or asks no more; nobody listens for it unless this is given. */
  readonly asked?: (company_id: number) => void;
  /** Something was commanded in a company's lighting, or its cabinets changed; nobody listens for it unless this is given. */
  readonly lit?: (company_id: number) => void;
  /** Notices may have been missed: anything may have changed. */
  readonly missed: () => void;
  /** The connection was lost, and what it held with it. */
  readonly lost?: () => void;
};

/**
 * Listens on the channels `configuration`, `field_task` and `lighting` for as long as it lives, over a connection of its own.
 * The same connection
 * shows other instances that this one is alive.
 */
export class ConfigurationNotices {
  readonly #options: NoticesOptions;
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | undefined;
  /** One after another: the connection does one thing at a time. */
  #asked: Promise<unknown> = Promise.resolve();
  #drop: (reason: string) => void = () => undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get listening(): boolean {
    return this.#client !== undefined;
  }

  /**
   * Shows that this instance is alive and finds a dead connection out.
   * @returns how many instances have done so within the last seconds, this one included; 1 while nothing listens.
   */
  async countHolders(within_s: number): Promise<number> {
    return Math.max(
      1,
      (await this.ask((client) => countConnections(client, { prefix: NAME, within_s }))) ?? 1,
    );
  }

  /** Does something on this very connection; undefined while there is none, or when it was lost just then. */
  ask<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
    const asked = this.#asked.then(() => this.#askNow(work));
    this.#asked = asked;
    return asked;
  }

  async #askNow<T>(work: (client: Client) => Promise<T>): Promise<T | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    try {
      return await work(client);
    } catch (error) {
      this.#drop(errorText(error));
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#drop('closing');
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; failures += 1) {
      const { reason, listened } = await this.#listen();
      if (this.#closing.signal.aborted) return;
      if (listened) failures = 0;
      if (failures === 0) this.#options.log.warn({ why: reason }, 'notices of configuration are not heard');
      await this.#pause(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Listens until the connection is lost. */
  async #listen(): Promise<{ reason: string; listened: boolean }> {
    const { database, holder, changed, asked, lit, missed } = this.#options;
    const config = clientConfig(database, this.#options.name?.() ?? NAME + holder);
    const client = new Client({ ...config, keepAlive: true, query_timeout: ANSWER_MS });
    const lost = new Promise<string>((resolve) => {
      this.#drop = resolve;
      client.on('error', (error) => resolve(errorText(error)));
      client.on('end', () => resolve('the connection was closed'));
    });
    client.on('notification', ({ channel, payload }) => {
      const company_id = Number(payload);
      if (!Number.isSafeInteger(company_id) || company_id <= 0) missed();
      else if (channel === FIELD_TASK_CHANNEL) asked?.(company_id);
      else if (channel === 'lighting') lit?.(company_id);
      else changed(company_id);
    });
    let listened = false;
    try {
      await client.connect();
      await client.query('listen configuration');
      if (asked !== undefined) await client.query('listen field_task');
      if (lit !== undefined) await client.query('listen lighting');
      listened = true;
      this.#client = client;
      missed();
      return { reason: await lost, listened };
    } catch (error) {
      return { reason: errorText(error), listened };
    } finally {
      this.#client = undefined;
      if (listened) this.#options.lost?.();
      // A connection that hangs is let go of, not waited for.
      client
        .end()
        .catch((error: unknown) => this.#options.log.debug({ err: error }, 'a connection did not end'));
    }
  }
}

import pg from 'pg';
import { clientConfig, type DatabaseTarget } from '../database-target.ts';
import type { Logger } from '../log.ts';

export interface ListenerOptions {
  database: DatabaseTarget;
  /** What pg_stat_activity shows. */
  name: string;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  /** Told when the connection stands again after a loss: notices given in between are gone. */
  onReturn: () => void;
  log: Logger;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;
const PING_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * One connection that only listens, made anew whenever it is lost. It asks for a sign of life now and then: a
 * connection that died silently would otherwise look like a quiet one.
 */
export class DatabaseListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #ping: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #wait_ms = FIRST_WAIT_MS;
  #connected = false;
  #lostBefore = false;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Resolves after the first attempt; when that fails the listener goes on trying by itself. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    const client = this.#client;
    this.#client = undefined;
    this.#connected = false;
    await client?.end().catch((error: unknown) => this.#options.log.debug(error, 'listener ended uncleanly'));
  }

  async #connect(): Promise<void> {
    if (this.#closed) return;
    const { database, name, channels, onNotice } = this.#options;
    const client = new pg.Client({
      ...clientConfig(database, name),
      keepAlive: true,
      query_timeout: ANSWER_WITHIN_MS,
    });
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('the connection ended')));
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '));
    } catch (error) {
      this.#lost(client, error);
      return;
    }
    if (this.#client !== client) return;
    this.#stand(client);
  }

  #stand(client: pg.Client): void {
    this.#connected = true;
    this.#wait_ms = FIRST_WAIT_MS;
    this.#ping = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#lost(client, error));
    }, PING_EVERY_MS);
    this.#ping.unref();
    if (this.#lostBefore) this.#options.onReturn();
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#connected = false;
    this.#lostBefore = true;
    clearInterval(this.#ping);
    client.end().catch((ending: unknown) => this.#options.log.debug(ending, 'listener ended uncleanly'));
    if (this.#closed) return;
    this.#options.log.warn({ err: error, listener: this.#options.name }, 'listening connection lost');
    this.#retry = setTimeout(() => void this.#connect(), this.#wait_ms);
    this.#retry.unref();
    this.#wait_ms = Math.min(MAX_WAIT_MS, this.#wait_ms * 2);
  }
}

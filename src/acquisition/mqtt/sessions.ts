import { errorText } from '../../shared/server/start-fault.ts';
import type { ConfigurationNotices } from '../configuration-notices.ts';
import { BrokerSession, type SessionOptions } from './broker-session.ts';
import { countReceivers, releaseSession, trySession } from './mqtt.repository.ts';

export type SessionsOptions = Omit<SessionOptions, 'client_id' | 'changed'> & {
  /** Begins the client id of each session: this installation's, the same at every start. */
  readonly prefix: string;
  readonly connection: Pick<ConfigurationNotices, 'ask'>;
  /** Told how many sessions are open. */
  readonly changed: (open: number) => void;
};

/** So many the installation has at the broker, however many instances share them out among themselves. */
const SESSIONS = 4;
const ALIVE_S = 20;

/**
 * The sessions of this instance at somebody else's broker. All instances together hold every one of them: what the
 * broker keeps for a session whose instance died is taken up by another one within seconds. A session is held by a lock
 * in the database, which ends with the connection of whoever holds it.
 */
export class BrokerSessions {
  readonly #options: SessionsOptions;
  readonly #held = new Map<number, BrokerSession>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Takes sessions that are free, or gives some back, so that each instance has its share. */
  async share(): Promise<void> {
    const { connection } = this.#options;
    const receivers = await connection.ask((client) => countReceivers(client, ALIVE_S));
    if (receivers === undefined) return;
    const max = Math.ceil(SESSIONS / Math.max(1, receivers));
    for (const session of [...this.#held.keys()].slice(max)) await this.#giveBack(session);
    for (let session = 1; session <= SESSIONS && this.#held.size < max; session++) {
      if (this.#held.has(session)) continue;
      if (await connection.ask((client) => trySession(client, session))) this.#open(session);
    }
  }

  /** The connection that held the locks is gone: another instance may have them by now. */
  async drop(): Promise<void> {
    const sessions = [...this.#held.values()];
    this.#held.clear();
    this.#tell();
    await Promise.all(sessions.map((session) => this.#close(session)));
  }

  async close(): Promise<void> {
    for (const session of [...this.#held.keys()]) await this.#giveBack(session);
  }

  #open(session: number): void {
    const { prefix } = this.#options;
    const client_id = `${prefix}-${session}`;
    this.#held.set(session, new BrokerSession({ ...this.#options, client_id, changed: () => this.#tell() }));
  }

  async #giveBack(session: number): Promise<void> {
    const held = this.#held.get(session);
    this.#held.delete(session);
    if (held) await this.#close(held);
    this.#tell();
    await this.#options.connection.ask((client) => releaseSession(client, session));
  }

  async #close(session: BrokerSession): Promise<void> {
    await session
      .close()
      .catch((error: unknown) => this.#options.log.debug({ why: errorText(error) }, 'a session did not end'));
  }

  #tell(): void {
    this.#options.changed([...this.#held.values()].filter(({ open }) => open).length);
  }
}

import type pg from 'pg';
import { deviceOfUser, type MqttDevice } from '../../features/measurements/mqtt.model.ts';
import { FairTurns } from '../../shared/server/fair-turns.ts';
import { matchesBrokerHash } from '../../shared/server/mosquitto-hash.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../shared/units/zones.ts';
import { findCredentialHash } from './mqtt.repository.ts';

/** Who connects, as it says of itself. */
export type Claim = { readonly user: string; readonly secret: Buffer; readonly address: string };

/** A device that has proved itself, and the hash that it was proved by: another one ends the connection. */
export type Proved = MqttDevice & { readonly user: string; readonly hash: string };

/** `busy`: it could not be looked at now, which says nothing about the claim. */
export type Verdict = Proved | 'wrong' | 'busy';

/** Looked at together: readings need the same connections of the database. */
const LIMITS = { at_once: 2, of_one: 2, waiting: { party: 1_000, all: 5_000 } };
/**
 * Wrong secrets of one user from one address within a minute. Whoever comes after them is looked at one at a time, behind
 * all others: secrets are random, so that guessing costs work and finds nothing, and a neighbour behind the same address
 * must not keep a device out.
 */
const MAX_WRONG = 10;
const SUSPECTS = { at_once: 1, waiting: { party: 1_000, all: 5_000 } };
const KEPT_MS = 5_000;
const MAX_KEPT = 20_000;

/**
 * Decides who may connect, at a bounded cost: a hash is read from the database at most every five seconds for each user,
 * two at a time, in turns by address.
 */
export class CredentialCheck {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  readonly #turns = new FairTurns(LIMITS);
  readonly #suspects = new FairTurns(SUSPECTS);
  readonly #hashes = new Map<string, { hash: string | undefined; until: number }>();
  /** Counts what was forgotten: what was read before that is not kept. */
  #generation = 0;
  readonly #wrong = new Map<string, { count: number; until: number }>();

  constructor({ pool, now = Date.now }: { readonly pool: pg.Pool; readonly now?: () => number }) {
    this.#pool = pool;
    this.#now = now;
  }

  async prove(claim: Claim): Promise<Verdict> {
    const { user, secret, address } = claim;
    const device = deviceOfUser(user);
    const key = `${user} ${address}`;
    if (!device) return 'wrong';
    try {
      const hash = await this.#hashOf(device, user, address);
      if (hash !== undefined && (await this.#matches(key, secret, hash))) return { ...device, user, hash };
    } catch {
      // The database is away or too many ask: a device comes again.
      return 'busy';
    }
    this.#noteWrong(key);
    return 'wrong';
  }

  /** Reads credentials anew: something of the company was changed, perhaps what somebody waits for. */
  forget(company_id: number | 'all'): void {
    this.#generation++;
    const prefix = company_id === 'all' ? '' : `c${company_id}-`;
    for (const kept of [this.#hashes, this.#wrong])
      for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
  }

  async #hashOf(device: MqttDevice, user: string, address: string): Promise<string | undefined> {
    const kept = this.#kept(user);
    if (kept) return kept.hash;
    return this.#turns.run(address, async () => {
      const meanwhile = this.#kept(user);
      if (meanwhile) return meanwhile.hash;
      const generation = this.#generation;
      const scope = scopeOfWork(device.company_id);
      const hash = await inScope(
        this.#pool,
        scope,
        (tx) => findCredentialHash(tx, device.device_id),
        'read only',
      );
      if (generation !== this.#generation) return hash;
      if (this.#hashes.size >= MAX_KEPT) this.#hashes.clear();
      this.#hashes.set(user, { hash, until: this.#now() + KEPT_MS });
      return hash;
    });
  }

  #kept(user: string): { hash: string | undefined } | undefined {
    const kept = this.#hashes.get(user);
    return kept && kept.until > this.#now() ? kept : undefined;
  }

  #matches(key: string, secret: Buffer, hash: string): Promise<boolean> {
    const match = () => matchesBrokerHash(secret, hash);
    return this.#isSuspect(key) ? this.#suspects.run(key, match) : match();
  }

  #isSuspect(key: string): boolean {
    const wrong = this.#wrong.get(key);
    return wrong !== undefined && wrong.until > this.#now() && wrong.count >= MAX_WRONG;
  }

  #noteWrong(key: string): void {
    const wrong = this.#wrong.get(key);
    if (wrong && wrong.until > this.#now()) wrong.count++;
    else {
      if (this.#wrong.size >= MAX_KEPT) this.#wrong.clear();
      this.#wrong.set(key, { count: 1, until: this.#now() + MINUTE_MS });
    }
  }
}

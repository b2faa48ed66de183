import type pg from 'pg';
import { boxClaims, type WaitingClaim } from '../../features/lighting/server/claims.public.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import type { Clock } from '../clock.ts';
import { PortGone } from '../field-tasks/port-access.ts';
import { readDouble } from './box-bits.ts';
import { faultOf } from './faults.ts';
import type { FieldLine } from './field-line.ts';

export type ClaimParts = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly lineOf: (company_id: number, port_id: number) => FieldLine | undefined;
};

/** Reads the pairing codes of cabinets that somebody claims: whoever types the right one has stood before it. */
export class ClaimReader {
  readonly #parts: ClaimParts;
  /** Claims whose code is being read, by company and number. */
  readonly #reading = new Set<string>();

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** Reads the codes that are waited for over these ports. @throws what the database throws */
  async read(company_id: number, port_ids: readonly number[]): Promise<void> {
    const { pool } = this.#parts;
    const scope = scopeOfWork(company_id);
    const waiting = await inScope(pool, scope, (tx) => boxClaims.listWaiting(tx, port_ids), 'read only');
    await Promise.all(waiting.map((claim) => this.#readOne(company_id, claim)));
  }

  async #readOne(company_id: number, claim: WaitingClaim): Promise<void> {
    const key = `${company_id}/${claim.id}`;
    const line = this.#parts.lineOf(company_id, claim.port_id ?? 0);
    if (line === undefined || this.#reading.has(key)) return;
    this.#reading.add(key);
    try {
      const outcome = await outcomeOf(claim, line);
      if (outcome === undefined) return;
      const { pool, clock } = this.#parts;
      const now = new Date(clock.now());
      await inScope(pool, scopeOfWork(company_id), (tx) =>
        boxClaims.finish(tx, { id: claim.id, outcome, place: claim.place, now }),
      );
    } finally {
      this.#reading.delete(key);
    }
  }
}

/** Undefined where the port is polled by somebody else by now, who reads it then. */
async function outcomeOf(
  { unit_id, code, profile }: WaitingClaim,
  line: FieldLine,
): Promise<'matched' | 'wrong' | 'silent' | undefined> {
  if (profile.pairing === null || unit_id === null) return 'silent';
  try {
    line.hurry();
    return (await readDouble(line, unit_id, profile.pairing)) === Number(code) ? 'matched' : 'wrong';
  } catch (error) {
    if (error instanceof PortGone) return undefined;
    if (faultOf(error) === 'fault') throw error;
    return 'silent';
  }
}

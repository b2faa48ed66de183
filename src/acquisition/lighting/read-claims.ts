import type pg from 'pg';
import { SUNSPEC_BASES } from '../../features/cloudcontrol/field-tools.model.ts';
import { boxClaims, type WaitingClaim } from '../../features/lighting/server/claims.public.ts';
import { inScope, scopeOfWork } from '../../shared/server/tenancy.ts';
import type { Clock } from '../clock.ts';
import { PortGone } from '../field-tasks/port-access.ts';
import { ModbusException, ModbusLinkError, ModbusTimeout } from '../modbus/errors.ts';
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

/** What a code comes to; undefined where the port is polled by somebody else by now, who reads it then. @throws what is no fault of the field */
export async function outcomeOf(
  { unit_id, code, profile }: Pick<WaitingClaim, 'unit_id' | 'code' | 'profile'>,
  line: Pick<FieldLine, 'hurry' | 'read'>,
): Promise<'matched' | 'wrong' | 'silent' | 'sunspec' | undefined> {
  if (profile.pairing === null || unit_id === null) return 'silent';
  try {
    line.hurry();
    if ((await readDouble(line, unit_id, profile.pairing)) !== Number(code)) return 'wrong';
    return (await isSunSpec(line, unit_id)) ? 'sunspec' : 'matched';
  } catch (error) {
    if (error instanceof PortGone) return undefined;
    if (faultOf(error) === 'fault') throw error;
    return 'silent';
  }
}

/** "SunS", with which every map of SunSpec begins. */
const SUNSPEC_MARK = 0x5375_6e53;

const isUnanswered = (error: unknown): boolean =>
  error instanceof ModbusException ||
  error instanceof ModbusTimeout ||
  (error instanceof ModbusLinkError && error.fault === 'lost');

/** Whether an inverter, a meter or another SunSpec device answers there: never a cabinet. @throws what a reader throws */
async function isSunSpec(line: Pick<FieldLine, 'hurry' | 'read'>, unit_id: number): Promise<boolean> {
  for (const address of SUNSPEC_BASES) {
    try {
      if ((await readDouble(line, unit_id, { address })) === SUNSPEC_MARK) return true;
    } catch (error) {
      // A controller refuses registers that it has not, leaves the question unanswered, or hangs up.
      if (!isUnanswered(error)) throw error;
      line.hurry();
    }
  }
  return false;
}

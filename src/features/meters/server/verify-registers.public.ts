import type pg from 'pg';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { listMeters } from './meters.repository.ts';
import { findKeptRegister } from './register.repository.ts';
import { checkRegister } from './register-chain.ts';

export interface BrokenRegister {
  readonly serial_number: string;
  readonly line: number;
}
export interface CheckedCompany {
  readonly meters: number;
  readonly lines: number;
  readonly broken: readonly BrokenRegister[];
}

/** Goes through all registers of a company, one meter at a time. */
export async function verifyRegisters(pool: pg.Pool, company_id: number): Promise<CheckedCompany> {
  const scope = scopeOfWork(company_id);
  const meters = await inScope(pool, scope, (tx) => listMeters(tx));
  const broken: BrokenRegister[] = [];
  let lines = 0;
  for (const { id, serial_number } of meters) {
    const found = await inScope(pool, scope, async (tx) => {
      const kept = await findKeptRegister(tx, id);
      return kept && checkRegister({ ...kept, company_id, meter_id: id });
    });
    if (!found) continue;
    lines += found.lines;
    if (found.broken_line !== null) broken.push({ serial_number, line: found.broken_line });
  }
  return { meters: meters.length, lines, broken };
}

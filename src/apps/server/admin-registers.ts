import type pg from 'pg';
import { verifyRegisters } from '../../features/meters/server/verify-registers.public.ts';
import { listAllCompanies } from '../../shared/server/callers.ts';
import { StartFault } from '../../shared/server/start-fault.ts';
import { type Command, companyOf, text, type Values } from './admin-values.ts';

/** Goes through the registers of readings, and fails where one is not as it was written. */
async function verify(pool: pg.Pool, values: Values): Promise<void> {
  const companies = values.company === undefined ? await listAllCompanies(pool) : [companyOf(values)];
  const broken: string[] = [];
  let [meters, lines] = [0, 0];
  for (const company_id of companies) {
    const found = await verifyRegisters(pool, company_id);
    meters += found.meters;
    lines += found.lines;
    broken.push(
      ...found.broken.map(
        ({ serial_number, line }) => `  company ${company_id}, meter ${serial_number}: line ${line}`,
      ),
    );
  }
  if (broken.length > 0)
    throw new StartFault(
      `Registers are not as they were written, from these lines on:\n${broken.join('\n')}`,
    );
  console.log(`${lines} lines of ${meters} meters are as they were written.`);
}

/** What an administrator, or an inspector beside them, asks of the registers of readings. */
export const registerCommands: Readonly<Record<string, Command>> = {
  'verify-register': { usage: 'verify-register [--company ID]', options: { company: text }, run: verify },
};

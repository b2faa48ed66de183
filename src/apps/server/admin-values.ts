import type { ParseArgsOptionsConfig } from 'node:util';
import type pg from 'pg';
import { StartFault } from '../../shared/server/start-fault.ts';

export type Values = Readonly<Record<string, string | undefined>>;

/** One thing that can be asked of `npm run admin`. */
export interface Command {
  usage: string;
  options: ParseArgsOptionsConfig;
  /** @throws StartFault with one sentence for the person who typed it */
  run(pool: pg.Pool, values: Values, positionals: readonly string[]): Promise<void>;
}

/** An option that takes a text. */
export const text = { type: 'string' } as const;

/** The value of an option that must be given. @throws StartFault */
export function need(values: Values, name: string): string {
  const value = values[name];
  if (value) return value;
  throw new StartFault(`--${name} is missing. Run npm run admin for the usage.`);
}

/** The number given as --company. @throws StartFault */
export function companyOf(values: Values): number {
  const id = Number(need(values, 'company'));
  if (Number.isSafeInteger(id) && id > 0 && id < 2_147_483_648) return id;
  throw new StartFault('--company must be the number of a company.');
}

import type { ParseArgsOptionsConfig } from 'node:util';
import type pg from 'pg';
import { nameOf } from '../../shared/contract/fields.ts';
import { AppError } from '../../shared/server/errors.ts';
import { errorCode, StartFault } from '../../shared/server/start-fault.ts';

export type Values = Readonly<Record<string, string | undefined>>;

/** What a command may need of the installation beside its database. */
export interface Installed {
  readonly secretKey: string;
  readonly databaseUrl?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
}

/** One thing that can be asked of `npm run admin`. */
export interface Command {
  usage: string;
  options: ParseArgsOptionsConfig;
  /** @throws StartFault with one sentence for the person who typed it */
  run(pool: pg.Pool, values: Values, positionals: readonly string[], installed: Installed): Promise<void>;
}

/** An option that takes a text. */
export const text = { type: 'string' } as const;

/** The value of an option that must be given. @throws StartFault */
export function need(values: Values, name: string): string {
  const value = values[name];
  if (value) return value;
  throw new StartFault(`--${name} is missing. Run npm run admin for the usage.`);
}

/** The name given as --name, by the rule of the portal's forms. @throws StartFault */
export function nameIn(values: Values): string {
  const read = nameOf(120).safeParse(need(values, 'name'));
  if (read.success) return read.data;
  throw new StartFault('--name must be one line of 1 to 120 characters.');
}

/** The number given as --company. @throws StartFault */
export function companyOf(values: Values): number {
  const id = Number(need(values, 'company'));
  if (Number.isSafeInteger(id) && id > 0 && id < 2_147_483_648) return id;
  throw new StartFault('--company must be the number of a company.');
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  company_company_slug_key: 'Another company has this slug already: choose another --slug.',
  company_company_slug_check: '--slug may hold small letters, digits and hyphens, 60 at most.',
  company_name_check: '--name must have 1 to 120 characters.',
  user_account_email_check: '--email must be an address of at most 254 characters.',
  user_account_name_check: '--name must have 1 to 120 characters.',
};

function sentenceOf(constraint: string): string | undefined {
  if (constraint.endsWith('_company_id_fkey')) return 'There is no company with this number.';
  return CONSTRAINTS[constraint];
}

/** What says that something is wrong and not yet what. */
const GENERAL = ['The file cannot be read like this', 'Data is not valid'];

/** The refusal in words, with the parts that are wrong where the words alone do not name them. */
function wordsOf({ message, options: { errors = [] } }: AppError): string {
  if (!GENERAL.includes(message)) return message;
  return [message, ...errors.map((fault) => `  ${fault.path}: ${fault.message}`)].join('\n');
}

/** What went wrong in one sentence for the person who typed it; undefined for a fault of ours. */
export function adminFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StartFault) return error.message;
  if (error instanceof AppError) {
    return error.code === 'not_found' && error.message === 'Not found'
      ? 'Not found: there is no such company, plant or device. Check --company, --plant and --device.'
      : wordsOf(error);
  }
  if ('constraint' in error) return sentenceOf(String(error.constraint));
  if ('path' in error && errorCode(error) !== undefined) {
    return `The file ${String(error.path)} cannot be read (${errorCode(error)}).`;
  }
  // What the argument parser says of an option it does not know.
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS') ? error.message : undefined;
}

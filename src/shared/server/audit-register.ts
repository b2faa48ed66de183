import type { AuditWords } from '../contract/audit-words.ts';
import type { Language } from './language.ts';

/**
 * What a target is called now, by the kind of thing that was acted on: SQL about an entry `a` of the audit. Only what a
 * reader asks for is looked up.
 */
export type AuditTargets = Readonly<Record<string, string>>;

/** What an area says of its entries in the audit. */
export interface AreaAudit {
  readonly words: Readonly<Record<Language, AuditWords>>;
  readonly targets?: AuditTargets;
}

/** The same of all areas. */
export interface AuditRegister {
  readonly words: Readonly<Record<Language, Required<AuditWords>>>;
  readonly targets: AuditTargets;
}

/** The target as a number, null where it is none. */
export const TARGET_ID = `case when a.target ~ '^[1-9][0-9]{0,17}$' then a.target::bigint end`;

/** The name of the row that the target numbers, in a table or view of the area; the row is `x`. */
export const nameById = (table: string, name: string): string =>
  `(select ${name} from ${table} x where x.company_id = $1 and x.id = ${TARGET_ID})`;

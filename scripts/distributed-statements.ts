import type { Client } from 'pg';
import type { Statement } from './row-types/statements.ts';

/**
 * What a database that is spread over several machines asks of each statement, judged by its text: that it goes to the machine
 * of one company, and holds nothing that Citus refuses there.
 */

/** What the catalogue says of tenant tables and functions. */
export interface DistributedFacts {
  /** Tables whose rows belong to a company. */
  readonly tenant: ReadonlySet<string>;
  /** Those of them whose rows are numbered by `next_id()`. */
  readonly numbered: ReadonlySet<string>;
  /** Tables of no company, which lie on the coordinator. */
  readonly apart: ReadonlySet<string>;
  /** Names of columns that hold an instant. */
  readonly instants: ReadonlySet<string>;
  /** Names of columns that hold a day. */
  readonly days: ReadonlySet<string>;
  /** Names of functions that are not immutable. */
  readonly changing: ReadonlySet<string>;
}

export async function readDistributedFacts(client: Client): Promise<DistributedFacts> {
  const tables = await client.query<{ name: string; is_tenant: boolean; is_numbered: boolean }>(
    `select c.relname as name, exists (select from pg_attrdef d where d.adrelid = c.oid
       and pg_get_expr(d.adbin, d.adrelid) = 'next_id()') as is_numbered,
       exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
               and a.attname in ('company_id', 'id_client')) as is_tenant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const moments = await client.query<{ name: string; is_day: boolean }>(
    `select distinct column_name as name, data_type = 'date' as is_day from information_schema.columns
     where table_schema = 'public' and data_type in ('timestamp with time zone', 'date')`,
  );
  const functions = await client.query<{ name: string }>(
    // Some have forms of both kinds; of these the ones that speak of instants are stable for what columns hold.
    `select proname as name from pg_proc group by proname
     having bool_and(provolatile <> 'i') or proname in ('date_part', 'date_trunc', 'extract', 'to_char')`,
  );
  const names = (rows: readonly { name: string }[]) => new Set(rows.map(({ name }) => name));
  return {
    tenant: names(tables.rows.filter(({ is_tenant }) => is_tenant)),
    apart: names(tables.rows.filter(({ name, is_tenant }) => !is_tenant && name !== COPIED)),
    numbered: names(tables.rows.filter(({ is_numbered }) => is_numbered)),
    instants: names(moments.rows.filter(({ is_day }) => !is_day)),
    days: names(moments.rows.filter(({ is_day }) => is_day)),
    changing: names(functions.rows),
  };
}

/** It has a copy on each machine (`copyEverywhere`). */
const COPIED = 'person_name';
const NAME = String.raw`(?:only\s+)?((?:[a-z_]+\.)?[a-z_]+)\b`;
const TABLE = String.raw`${NAME}(?!\s*\()`;
const READ = new RegExp(String.raw`\b(?:from|join|using)\s+${TABLE}|,\s*((?:[a-z_]+\.)[a-z_]+)\s`, 'g');
const WRITTEN = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|(?<!do\s)(?<!for\s)(?<!no key\s)update)\s+${NAME}`,
  'g',
);
const COMPANY = /\b(company_id|id_client) = (any\()?\$\d+/;
const INSERTS_COMPANY = /\binsert into [\w.]+(?: as \w+)?\s*\((?:company_id|id_client)\b/;
const TIED = /\bwhere (?:\w+\.)?(?:company_id|id_client) = \w+\.(?:company_id|id_client)\b/;
const CALL = /\b([a-z_]+)\(/g;

const plain = (name: string): string => name.replace(/^\w+\./, '');

function tablesOf(text: string, pattern: RegExp, of: ReadonlySet<string>): string[] {
  return [...text.matchAll(pattern)]
    .map(([, first, second]) => plain(first ?? second ?? ''))
    .filter((name) => of.has(name));
}

/** Functions that are called from `start` to the end of its clause and are not immutable. */
function changingIn(text: string, start: RegExp, end: RegExp, { changing }: DistributedFacts): string[] {
  const at = start.exec(text);
  if (!at) return [];
  const rest = text.slice(at.index + at[0].length);
  const stop = end.exec(rest)?.index ?? rest.length;
  return [...rest.slice(0, stop).matchAll(CALL)]
    .map(([, name = '']) => name)
    .filter((name) => changing.has(name));
}

/** Between two instants: it says the same in every zone. */
const SPAN = /\bextract\(epoch from [^()]+ - [^()]+\)/g;
const CHANGED = /^ ?(?:with .*?\b)?(?:update|delete from|insert into(?!.*\bselect\b)) ([\w.]+)/;
const CHOICE = /\bcase\b.*?\bend\b|\bcoalesce\((?:[^()]|\([^()]*\))*\)/g;
// An instant and an interval: how long a day is depends on the session's zone.
const SHIFTED = /(?<![:$\w.])(?:[a-z_]+\.)?([a-z_]+) [-+] (?:interval '|make_interval\()/g;

// The same of an instant that is made of a column; and what a column's instant is by the clock of the session's zone.
const MADE_SHIFTED = /\bto_timestamp\((?:[^()]|\([^()]*\))*\) [-+] (?:interval '|make_interval\()/g;
const BY_CLOCK = /(?<![:$\w.])(?:[a-z_]+\.)?([a-z_]+)::(?:date|time|text|timestamp)\b/g;
// Citus writes `case x when y` out to its workers as `case x when x = y`.
const SHORT_CASE = /\bcase (?!when\b)[\w.]+ when\b/;

/** What an update, or an insert of values, asks of functions whose answer may change: Citus wants to know it before the rows are read. */
function updateFaults(text: string, facts: DistributedFacts): string[] {
  const [, into = ''] = CHANGED.exec(text) ?? [];
  if (!facts.tenant.has(plain(into))) return [];
  const faults = [...text.replaceAll(SPAN, '').matchAll(CHOICE)]
    .flatMap(([choice]) => [...choice.matchAll(CALL)].map(([, name = '']) => name))
    .filter((name) => facts.changing.has(name))
    .map(
      (name) => `calls ${name}() in case or coalesce of a change, which is not immutable: use a parameter`,
    );
  for (const [shifted, name = ''] of text.matchAll(SHIFTED))
    if (facts.instants.has(name)) faults.push(`shifts a column by an interval in an update: ${shifted}`);
  for (const [shifted] of text.matchAll(MADE_SHIFTED))
    faults.push(`shifts an instant by an interval in an update: ${shifted}`);
  for (const [read, name = ''] of text.matchAll(BY_CLOCK))
    if (facts.instants.has(name))
      faults.push(`reads an instant by the session's clock in an update: ${read}`);
  if (SHORT_CASE.test(text)) faults.push('compares by case … when in a change: write case when … =');
  return faults;
}

const FROM_PARAMETERS = /^\s*insert into [^;]*?\bselect\b[^;]*\b(?:unnest|jsonb_to_recordset)\(/;

/** Of rows that come from parameters the workers may be told `on conflict` without those that the rows were made of. */
function conflictFault(text: string): string | undefined {
  const [, conflict] = /\bon conflict\b(.*?)(?:\breturning\b|$)/.exec(text) ?? [];
  if (conflict === undefined || !/\$\d/.test(conflict) || !FROM_PARAMETERS.test(text)) return undefined;
  return 'has a parameter in on conflict of rows from parameters: use excluded, or another statement';
}

function insertFault(text: string, facts: DistributedFacts): string | undefined {
  const [, into = '', source = ''] = /^\s*insert into ([\w.]+)[^;]*?\)\s*(select[\s\S]*)$/.exec(text) ?? [];
  if (!facts.tenant.has(plain(into))) return undefined;
  const read = tablesOf(source, READ, facts.tenant);
  if (facts.numbered.has(plain(into))) {
    if (read.length > 0)
      return `numbers new rows of ${into} while it reads ${read[0]}: read first, then insert`;
    if (!/\breturning\b|\bon conflict\b/.test(source))
      return `inserts rows of ${into} from parameters: end it with returning, or they are copied, which walls refuse`;
  } else if (read.length === 0 && !/\breturning\b|\bon conflict\b/.test(source))
    return `inserts rows of ${into} from parameters: select from company, or end it with returning`;
  return undefined;
}

/** Why a statement does not run where its company's rows are. */
export function distributedFaults(text: string, facts: DistributedFacts): string[] {
  const faults: string[] = [];
  // Rows whose columns only their callers know; each carries its company, without which it is refused.
  if (/ default values /.test(text)) return faults;
  const tables = [...tablesOf(text, READ, facts.tenant), ...tablesOf(text, WRITTEN, facts.tenant)];
  if (tables.length > 0 && !COMPANY.test(text) && !INSERTS_COMPANY.test(text))
    faults.push(`names ${tables[0]} and no company`);
  if (tables.length === 0) return faults;
  for (const name of tablesOf(text, READ, facts.apart))
    faults.push(`reads ${name} beside ${tables[0]}: it lies elsewhere, ask for it apart`);
  const tied = TIED.exec(text);
  if (tied)
    faults.push(`ties a sub-select to the company of another table, not to the parameter: ${tied[0]}`);
  for (const name of changingIn(text, /\bdo update\b/, /\breturning\b/, facts))
    faults.push(`calls ${name}() in on conflict, which is not immutable: use excluded or a parameter`);
  for (const name of changingIn(text, /\breturning\b/, /\)\s*(?:select|insert|update)\b/, facts))
    faults.push(`calls ${name}() in returning, which is not immutable: answer the column`);
  const [, answered = ''] = /\b(?:update|delete from|insert into)\b.*\breturning\b(.*)$/.exec(text) ?? [];
  for (const [read, name = ''] of answered.matchAll(BY_CLOCK))
    if (facts.instants.has(name) || facts.days.has(name))
      faults.push(`writes ${read} out in returning, which is not immutable: read it before`);
  for (const [, name = ''] of text.matchAll(WRITTEN))
    if (facts.tenant.has(plain(name)) && name.includes('.') && !name.startsWith('public.'))
      faults.push(`changes rows through the view ${name}: name public.${plain(name)}`);
  faults.push(...updateFaults(text, facts));
  const inserts = [insertFault(text, facts), conflictFault(text)];
  return [...faults, ...inserts.filter((fault) => fault !== undefined)];
}

/** The faults of all statements, each once with its place. */
export function findDistributedFaults(statements: readonly Statement[], facts: DistributedFacts): string[] {
  const found = statements.flatMap(({ path, texts, written }) =>
    (written === undefined ? texts : [written]).flatMap((text) =>
      distributedFaults(text.replaceAll(/\s+/g, ' '), facts).map((fault) => `${path}: ${fault}`),
    ),
  );
  return [...new Set(found)].sort();
}

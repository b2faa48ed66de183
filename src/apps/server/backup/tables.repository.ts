import type { ClientBase } from 'pg';
import { type CopyToStreamQuery, from, to } from 'pg-copy-streams';
import type { BackupHeader, CompanyNumbers, SequenceState } from './backup-file.ts';

type Table = BackupHeader['tables'][number];

/**
 * What a backup leaves out: what would come to life again that was over (sessions, links, tries to sign in, counts of
 * what was asked of the field, mail that has been sent since), what belongs to processes that run, and the history of the
 * schema, which its header carries.
 */
export const LEFT_OUT: readonly string[] = [
  'field_asked',
  'mail_outbox',
  'mailed_link',
  'messages_of_day',
  'port_lease',
  'refresh_token',
  'schema_migration',
  'sign_in_attempt',
  'sms_outbox',
  'user_session',
  // What is asked for again.
  'weather_place',
  'weather_provider',
  // Kept by a trigger of the accounts.
  'person_name',
];

/** All tables of the program with their columns, those first that others refer to; partitions are their parent's. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select k.confrelid::regclass::text from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not c.relname = any($1)
     order by c.relname`,
    [LEFT_OUT],
  );
  const sorted: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      waiting.delete(name);
    }
  }
  return sorted;
}

/** Months ('2026-03-01') for which readings have a partition. */
export async function listMonths(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ parent: string; name: string }>(
    `select i.inhparent::regclass::text as parent, c.relname as name
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  return rows.flatMap(({ parent, name }) => {
    const [, year, month] = /^obs_(\d{4})(\d{2})$/.exec(name) ?? [];
    if (parent === 'obs_stretch') return [];
    if (parent !== 'obs' || !year)
      throw new Error(`the partition ${name} of ${parent} is unknown to backups`);
    return `${year}-${month}-01`;
  });
}

/** The migrations that the database has had, in their order; none where there is no installation. */
export async function listApplied(client: ClientBase): Promise<BackupHeader['migrations']> {
  const found = await client.query(`select 1 where to_regclass('public.schema_migration') is not null`);
  if (found.rows.length === 0) return [];
  const { rows } = await client.query<BackupHeader['migrations'][number]>(
    'select version, name, sha256 from public.schema_migration order by version',
  );
  return rows;
}

/** Keeps every table as it is built until the transaction ends: no partition can be dropped between two looks. */
export async function lockTables(client: ClientBase, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`);
  await client.query(`lock table ${names.join(', ')} in access share mode`);
}

/** A table's rows as PostgreSQL's binary copy, which keeps every bit of a number. */
export function copyOut(client: ClientBase, { name, columns }: Table): CopyToStreamQuery {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(
    to(`copy (select ${list} from public.${client.escapeIdentifier(name)}) to stdout (format binary)`),
  );
}

/** Takes rows in, as `copyOut` gave them. */
export function copyIn(client: ClientBase, { name, columns }: Table) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(
    from(`copy public.${client.escapeIdentifier(name)} (${list}) from stdin (format binary)`),
  );
}

/** Where the numbers of identity columns have come to; to be read after the rows, so that none is given twice. */
export async function readSequences(client: ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not c.relispartition
     order by 1, 2`,
  );
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    // Its name comes quoted from pg_get_serial_sequence.
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from ${sequence}`,
    );
    const [found] = state.rows;
    if (found) states.push({ table, column, last: Number(found.last), called: found.called });
  }
  return states;
}

/** Lets numbers go on from where they had come to. */
export async function setSequence(
  client: ClientBase,
  { table, column, last, called }: SequenceState,
): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
    `public.${client.escapeIdentifier(table)}`,
    column,
    last,
    called,
  ]);
}

/**
 * Where the numbers of each company's rows have come to; to be read after the rows. Whoever asks must own them; a version
 * that numbered rows over the whole installation had none.
 */
export async function readCompanyNumbers(client: ClientBase): Promise<CompanyNumbers[]> {
  const { rows } = await client.query<{ company_id: number }>(
    `select substring(relname from '^company_([0-9]+)_ids$')::int as company_id from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' and relname ~ '^company_[0-9]+_ids$' order by 1`,
  );
  const states: CompanyNumbers[] = [];
  for (const { company_id } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from public.company_${company_id}_ids`,
    );
    for (const { last, called } of state.rows) states.push({ company_id, last: Number(last), called });
  }
  return states;
}

/** Lets the numbers of a company's rows go on from where they had come to. */
export async function setCompanyNumbers(
  client: ClientBase,
  { company_id, last, called }: CompanyNumbers,
): Promise<void> {
  await client.query(`create sequence public.company_${company_id}_ids`);
  await client.query(`select setval('public.company_${company_id}_ids', $1, $2)`, [last, called]);
}

/** How many companies and accounts there are: an installation without any is empty. */
export async function countPeople(client: ClientBase): Promise<{ companies: number; accounts: number }> {
  const { rows } = await client.query<{ companies: number; accounts: number }>(
    `select (select count(*) from public.company)::int as companies, (select count(*) from public.user_account)::int as accounts`,
  );
  return rows[0] ?? { companies: 0, accounts: 0 };
}

/** Sessions of the program's role in this database. */
export async function countProgramSessions(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = 'meridiana_app' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** Takes away every table, sequence and function of the program, as their owner; the job queue's schema stays. */
export async function dropEverything(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relowner = 'meridiana_owner'::regrole
     union all
     select format('drop sequence if exists %s', c.oid::regclass) from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and c.relowner = 'meridiana_owner'::regrole
     union all
     select format('drop function if exists %s', p.oid::regprocedure) from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.proowner = 'meridiana_owner'::regrole`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Makes the partitions of the months. */
export async function makeMonths(client: ClientBase, months: readonly string[]): Promise<void> {
  // A backup is filled into the tables of its own version, where the function may have its name of before.
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and proname in ('cross_tenant_ensure_partition', 'hatch_ensure_partition')`,
  );
  for (const month of months) await client.query(`select public.${rows[0]?.name}($1)`, [month]);
}

/**
 * Lets the owner past the walls of its own tables, which COPY cannot pass, and answers how to put them up again.
 * Within the transaction nobody else sees them without.
 */
export async function disableTenantRls(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity and not relispartition`,
  );
  const each = async (what: 'no force' | 'force') => {
    for (const { name } of rows) await client.query(`alter table ${name} ${what} row level security`);
  };
  await each('no force');
  return () => each('force');
}

/** Takes away what only the lost key could read. @returns accounts whose second factor is gone */
export async function dropSealed(client: ClientBase): Promise<number> {
  await client.query('delete from public.recovery_code');
  const { rowCount } = await client.query('delete from public.second_factor');
  return rowCount ?? 0;
}

/** Renews what the planner knows of the tables. */
export async function analyzeTables(client: ClientBase, tables: readonly Table[]): Promise<void> {
  await client.query(
    `analyze ${tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')}`,
  );
}

/** server_version_num of the database. */
export async function readPostgresVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return rows[0]?.version ?? 0;
}

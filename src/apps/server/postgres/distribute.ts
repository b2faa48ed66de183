import type { ClientBase } from 'pg';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { appRole, hasCitus } from './roles.ts';

/** What was done by a command, for whoever typed it. */
export interface Distribution {
  /** Tables that were spread over the workers now. */
  readonly distributed: string[];
  /** Parts of tables that were moved to another worker. */
  readonly moved: number;
  readonly workers: number;
}

/**
 * Spreads the companies' tables over the workers, by company and in the order of their foreign keys; then moves parts to workers
 * that have fewer. What is done already is left as it is, so that it can be run again after an interruption, an upgrade or a new worker.
 * @throws StartFault where there is no Citus, the program runs, the session's login is no superuser, or walls do not stand on the workers
 */
export async function distribute(client: ClientBase, said: (line: string) => void): Promise<Distribution> {
  if (!(await hasCitus(client))) {
    throw new StartFault(
      'The database is one PostgreSQL without Citus: its tables lie on this one machine, and there is nothing to distribute.',
    );
  }
  await refuseBound(client);
  const workers = await countWorkers(client);
  if (workers === 0) {
    throw new StartFault(
      `Citus knows no worker: add one on the coordinator with select citus_add_node('<host>', 5432), then run this again.`,
    );
  }
  const missing = await listMissing(client);
  if (missing.length > 0) await refuseWhileRunning(client);
  await client.query('select public.wall_on_workers()');
  const distributed = await distributeTables(client, said);
  await refuseFallenWalls(client);
  await copyEverywhere(client);
  await emptyCoordinator(client);
  return { distributed, workers, moved: await rebalance(client) };
}

/** Rows are copied to the workers, which the walls refuse to whoever is bound by them. */
async function refuseBound(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_super: boolean }>(
    'select rolsuper as is_super from pg_roles where rolname = current_user',
  );
  if (!rows[0]?.is_super)
    throw new StartFault('To distribute tables the login must be a superuser of the coordinator.');
}

async function countWorkers(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_dist_node where isactive and shouldhaveshards and noderole = $1',
    ['primary'],
  );
  return rows[0]?.count ?? 0;
}

/** Two at once would wait for each other's locks; readings that come while a table is copied would be kept out as well. */
async function refuseWhileRunning(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = $1 and application_name not like $2',
    [appRole, 'meridiana admin%'],
  );
  if (rows[0]?.count)
    throw new StartFault('The program still runs on this database: end all its instances first.');
}

interface TenantTable {
  readonly name: string;
  readonly column: string;
}

/** Tenant tables that are not distributed yet and refer to none that is not, themselves left out. */
const READY = `
  select c.relname as name, a.attname as "column" from pg_class c
  join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
    and a.attname = case c.relname when 'company' then 'id_client' else 'company_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)`;
const REFERS = `
    and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid
      and not exists (select from pg_dist_partition d where d.logicalrelid = k.confrelid))`;

/** Tables of companies that still lie on the coordinator alone. */
export async function listMissing(client: ClientBase, that = ''): Promise<TenantTable[]> {
  const { rows } = await client.query<TenantTable>(
    `${READY} ${that} order by c.relname = 'company' desc, c.relname`,
  );
  return rows;
}

/** One table after the other, each in a transaction of its own where none is open. */
export async function distributeTables(client: ClientBase, said: (line: string) => void): Promise<string[]> {
  const done: string[] = [];
  for (
    let ready = await listMissing(client, REFERS);
    ready.length > 0;
    ready = await listMissing(client, REFERS)
  ) {
    for (const { name, column } of ready) {
      const beside = name === 'company' ? '' : `, colocate_with => 'public.company'`;
      await client.query(
        `select create_distributed_table('public.${client.escapeIdentifier(name)}', $1${beside})`,
        [column],
      );
      done.push(name);
      said(`${name} is distributed.`);
    }
  }
  const left = await listMissing(client);
  if (left.length === 0) return done;
  throw new Error(
    `tables that refer to each other cannot be distributed: ${left.map(({ name }) => name).join(', ')}`,
  );
}

/** Names of the tables that are spread over the workers; none where there is no Citus. */
export async function listSpread(client: ClientBase): Promise<Set<string>> {
  if (!(await hasCitus(client))) return new Set();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid where d.partmethod = 'h'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** What a relation's walls come to, by an SQL expression for its oid. */
const wallsOf = (oid: string) => `(
  select md5(string_agg(concat_ws(' ', c.relrowsecurity, c.relforcerowsecurity, polname, polpermissive, polcmd, polroles::regrole[],
    pg_get_expr(polqual, c.oid), pg_get_expr(polwithcheck, c.oid)), ';' order by polname))
  from pg_policy join pg_class c on c.oid = polrelid where c.oid = ${oid})`;
const FALLEN = `
  select distinct d.logicalrelid::regclass::text as name
  from pg_dist_partition d join pg_class t on t.oid = d.logicalrelid
  cross join lateral run_command_on_shards(d.logicalrelid, $1) part
  where d.partmethod = 'h' and not t.relispartition
    and (not part.success or part.result is distinct from ${wallsOf('t.oid')})
  order by 1`;

/** @throws where a worker's parts of a table are not walled as the table is: nothing may be served from them */
async function refuseFallenWalls(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FALLEN, [`select ${wallsOf("'%s'::regclass")}`]);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new StartFault(
    `The walls of these tables do not stand on the workers: ${names}. Do not start the program on this database.`,
  );
}

/** What is read beside any company's rows, and belongs to none, has a copy on each machine. */
async function copyEverywhere(client: ClientBase): Promise<void> {
  await client.query(
    `select create_reference_table('public.person_name') where not exists (
       select from pg_dist_partition where logicalrelid = 'public.person_name'::regclass)`,
  );
}

/** Rows that were copied to the workers still lie on the coordinator, unseen; they go when all tables are distributed. */
async function emptyCoordinator(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select logicalrelid::regclass::text as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where d.partmethod = 'h' and c.relkind = 'r' and pg_relation_size(c.oid) > 0 order by 1`,
  );
  if (rows.length === 0) return;
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]);
}

/** Companies of one part move together, all their tables; who writes to them waits for the last moment of it only. */
async function rebalance(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ moves: number }>(
    `select count(*)::int as moves from get_rebalance_table_shards_plan('public.company')`,
  );
  const moves = rows[0]?.moves ?? 0;
  if (moves === 0) return 0;
  const { rows: settings } = await client.query<{ level: string }>(
    `select current_setting('wal_level') as level`,
  );
  const mode = settings[0]?.level === 'logical' ? 'auto' : 'block_writes';
  await client.query(`select rebalance_table_shards('public.company', shard_transfer_mode => $1)`, [mode]);
  return moves;
}

import type { ClientBase } from 'pg';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { appRole, hasCitus, ownerRole } from './roles.ts';

const oldestVersion = 150_000;

/** What the session's login is and may do on its server and database. */
export interface Standing {
  readonly login: string;
  readonly database: string;
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly synchronous_commit: string;
  readonly is_super: boolean;
  readonly may_create_roles: boolean;
  readonly bypasses_rls: boolean;
  readonly has_roles: boolean;
  readonly is_owner: boolean;
  readonly is_app: boolean;
  /** Owns the database or any relation in it. */
  readonly owns_something: boolean;
}

/** Reads the standing of a session. */
export async function readStanding(client: ClientBase): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select r.rolname as login, current_database() as database,
            current_setting('server_version_num')::int as version,
            current_setting('server_encoding') as encoding,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as synchronous_commit,
            r.rolsuper as is_super, r.rolcreaterole as may_create_roles, r.rolbypassrls as bypasses_rls,
            o.oid is not null and a.oid is not null as has_roles,
            coalesce(pg_has_role(r.oid, o.oid, 'member'), false) as is_owner,
            coalesce(pg_has_role(r.oid, a.oid, 'usage'), false) as is_app,
            exists (select 1 from pg_class where relowner = r.oid)
              or exists (select 1 from pg_database where datname = current_database() and datdba = r.oid) as owns_something
       from pg_roles r
       left join pg_roles o on o.rolname = $1
       left join pg_roles a on a.rolname = $2
      where r.rolname = current_user`,
    [ownerRole, appRole],
  );
  const [standing] = rows;
  if (standing === undefined) throw new Error('the session has no role');
  return standing;
}

/** Refuses a server that is too old or keeps text in another encoding. @throws StartFault */
export function refuseServer(standing: Standing, setting: string): void {
  if (standing.version < oldestVersion) {
    const version = Math.floor(standing.version / 10_000);
    throw new StartFault(`${setting}: the server is PostgreSQL ${version}, and 15 or later is needed.`);
  }
  if (standing.encoding !== 'UTF8') {
    throw new StartFault(
      `${setting}: the database ${standing.database} is encoded in ${standing.encoding}, and UTF8 is needed.`,
    );
  }
}

/**
 * Refuses to serve with a login whom row-level security does not bind, and where a commit may be lost.
 * @throws StartFault
 */
export function refuseService(standing: Standing, setting: string): void {
  refuseServer(standing, setting);
  const { login } = standing;
  const why = loginFault(standing);
  if (why !== undefined) {
    throw new StartFault(
      `${setting}: the program does not serve as ${login}, which ${why}: use ${appRole} there.`,
    );
  }
  for (const name of ['fsync', 'synchronous_commit'] as const) {
    if (standing[name] !== 'off') continue;
    throw new StartFault(
      `${setting}: the server has ${name} off and could lose readings it has acknowledged: turn it on.`,
    );
  }
}

function loginFault(standing: Standing): string | undefined {
  if (standing.is_super) return 'is a superuser';
  if (standing.bypasses_rls) return 'bypasses row-level security';
  if (standing.is_owner) return `is a member of ${ownerRole}`;
  if (standing.owns_something) return 'owns the database or something in it';
  if (!standing.is_app) return `is not a member of ${appRole}`;
  return undefined;
}

/**
 * The same of the workers of several machines: a company's readings are committed there. One that does not answer just now is
 * not asked.
 * @throws StartFault
 */
export async function refuseLossyWorkers(client: ClientBase, setting: string): Promise<void> {
  if (!(await hasCitus(client))) return;
  const { rows } = await client.query<{ place: string; name: string }>(
    `select nodename || ':' || nodeport as place, result as name from run_command_on_workers($1)
     where success and result <> '' order by nodename, nodeport`,
    [
      `select case 'off' when current_setting('fsync') then 'fsync'
                         when current_setting('synchronous_commit') then 'synchronous_commit' end`,
    ],
  );
  const [first] = rows;
  if (!first) return;
  throw new StartFault(
    `${setting}: the worker ${first.place} has ${first.name} off and could lose readings it has acknowledged: turn it on.`,
  );
}

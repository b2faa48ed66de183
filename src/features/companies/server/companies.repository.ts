import type pg from 'pg';
import type { Role } from '../../../shared/contract/capabilities.ts';
import { assignments, insertRows } from '../../../shared/server/columns.ts';
import { notifyConfiguration } from '../../../shared/server/configuration-notice.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import type { CompanyDetails } from '../companies.model.ts';

export async function findCompany(tx: Tx): Promise<CompanyDetails | undefined> {
  const { rows } = await tx.query<CompanyDetails>(
    `select id_client, name, description, telephone, tag_key, company_slug, enabled, second_factor_required,
            readings_kept_months, version,
            (select l.digest from company_logo l where l.company_id = id_client) as logo
     from company where id_client = $1`,
    [tx.scope.company_id],
  );
  return rows[0];
}

export interface NewCompany {
  name: string;
  company_slug: string;
  description?: string | undefined;
  telephone?: string | undefined;
  tag_key?: string | undefined;
}

/** The number of a company to be: everything of it is then written inside its own scope. */
export async function drawCompanyId(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select cross_tenant_next_company_id() as id');
  const id_client = rows[0]?.id;
  if (id_client === undefined) throw new Error('no company number was drawn');
  return id_client;
}

/** Writes the company of the scope. */
export async function insertCompany(tx: Tx, company: NewCompany): Promise<void> {
  await insertRows(tx, 'company', [{ id_client: tx.scope.company_id, ...company }]);
}

/** Makes a company as the program's own work; `seed` adds what a new company starts with. */
export async function createCompany(
  pool: pg.Pool,
  company: NewCompany,
  seed: (tx: Tx) => Promise<void>,
): Promise<Scope> {
  const scope = scopeOfWork(await drawCompanyId(pool));
  await inScope(pool, scope, async (tx) => {
    await insertCompany(tx, company);
    await seed(tx);
  });
  return scope;
}

const PERSON_LOCK = 7304;

/** Founded companies and sent invitations of a person are counted one after the other, until the transaction ends. */
export async function lockTurnOf(tx: Tx, user_id: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, ($2::bigint % 2147483647)::int)', [PERSON_LOCK, user_id]);
}

/** Whether a person has done anything in any company, disabled ones among them. */
export async function hasActed(tx: Tx, user_id: number): Promise<boolean> {
  const { rowCount } = await tx.query('select from cross_tenant_companies_with_actions_of($1) limit 1', [
    user_id,
  ]);
  return rowCount > 0;
}

/** How many companies a person founded within a day and how many invitations they sent, wherever, by what was audited. */
export async function countDeedsOfADay(
  tx: Tx,
  user_id: number,
): Promise<{ founded: number; invited: number }> {
  const { rows } = await tx.query<{ founded: number; invited: number }>(
    'select founded, invited from cross_tenant_actions_of_a_day($1)',
    [user_id],
  );
  return rows[0] ?? { founded: 0, invited: 0 };
}

/** How many enabled companies a person owns. */
export async function countOwned(tx: Tx, user_id: number): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from cross_tenant_memberships($1) where 'COMPANY_OWNER' = any(roles)`,
    [user_id],
  );
  return rows[0]?.n ?? 0;
}

export type CompanyFields = Pick<
  CompanyDetails,
  | 'name'
  | 'description'
  | 'telephone'
  | 'tag_key'
  | 'company_slug'
  | 'second_factor_required'
  | 'readings_kept_months'
>;

/** Changes the given fields of the company. */
export async function updateCompany(tx: Tx, fields: Partial<CompanyFields>): Promise<void> {
  const values: unknown[] = [tx.scope.company_id];
  const changes = assignments(fields, values);
  await tx.query(`update company set version = version + 1${changes} where id_client = $1`, values);
}

/**
 * Disables the company, or opens it again, and tells whatever works for it; false when that changes nothing. Polling and
 * live figures hear of it when the transaction commits.
 */
export async function setEnabled(tx: Tx, enabled: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update company set enabled = $2, disabled_at = $3, version = version + 1
     where id_client = $1 and enabled <> $2`,
    [tx.scope.company_id, enabled, enabled ? null : new Date()],
  );
  await notifyConfiguration(tx);
  return rowCount > 0;
}

export interface NewMember {
  user_id: number;
  first_name: string;
  last_name: string;
  roles: readonly Role[];
}

/** Adds a user to the company of the scope, or changes the roles they hold there. */
export async function saveMember(tx: Tx, member: NewMember): Promise<void> {
  const { user_id, first_name, last_name, roles } = member;
  await tx.query(
    `insert into company_user (company_id, user_id, first_name, last_name, roles) values ($1, $2, $3, $4, $5)
     on conflict (company_id, user_id) do update set roles = excluded.roles`,
    [tx.scope.company_id, user_id, first_name, last_name, roles],
  );
}

/** The plants a user is named for; replaces those of before. // spec §3 related_plants */
export async function saveRelatedPlants(
  tx: Tx,
  user_id: number,
  plant_ids: readonly number[],
): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `delete from company_user_plant where company_id = $1 and user_id = $2
       and plant_id in (select p.id from plants.plant p where p.company_id = $1)`,
    [company_id, user_id],
  );
  await tx.query(
    `insert into company_user_plant (company_id, user_id, plant_id)
     select c.id_client, $2, plant_id from company c, unnest($3::bigint[]) plant_id where c.id_client = $1`,
    [company_id, user_id, plant_ids],
  );
}

/** Names a member for a plant more. */
export async function addRelatedPlant(tx: Tx, user_id: number, plant_id: number): Promise<void> {
  await insertRows(tx, 'company_user_plant', [{ company_id: tx.scope.company_id, user_id, plant_id }]);
}

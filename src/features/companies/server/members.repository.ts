import { type Role, SEES_EVERY_PLANT } from '../../../shared/contract/capabilities.ts';
import { plantFilter, type Tx } from '../../../shared/server/tenancy.ts';

/** A member of a company as the company keeps them. */
export interface Member {
  user_id: number;
  first_name: string;
  last_name: string;
  roles: Role[];
  /** Ids of plants, as strings; those of the archive are left out. // spec §3 */
  related_plants: string[];
  version: number;
  created_at: Date;
}

interface MemberFilter {
  user_id?: number | undefined;
  role?: Role | undefined;
  /** Those who see this plant: named for it, or of a role that sees every plant. */
  plant_id?: number | undefined;
}

export async function listMembers(tx: Tx, { user_id, role, plant_id }: MemberFilter = {}): Promise<Member[]> {
  const { rows } = await tx.query<Member>(
    `select u.user_id, u.first_name, u.last_name, u.roles, u.version, u.created_at,
            array(select p.plant_id::text from company_user_plant p
                  join plants.plant on plant.company_id = p.company_id and plant.id = p.plant_id
                  where p.company_id = $1 and p.user_id = u.user_id order by p.plant_id) as related_plants
     from company_user u
     where u.company_id = $1 and ($2::bigint is null or u.user_id = $2) and ($3::text is null or $3 = any(u.roles))
       and ($4::bigint is null or u.roles && $5::text[] or exists (
         select from company_user_plant p where p.company_id = $1 and p.user_id = u.user_id and p.plant_id = $4))
     order by u.user_id`,
    [tx.scope.company_id, user_id ?? null, role ?? null, plant_id ?? null, SEES_EVERY_PLANT],
  );
  return rows;
}

export async function findMember(tx: Tx, user_id: number): Promise<Member | undefined> {
  return (await listMembers(tx, { user_id }))[0];
}

/**
 * Whoever changes who belongs to the company, or the company itself, takes their turn until the transaction ends; false
 * when it is disabled. What hangs on the company's key (readings, devices) goes on meanwhile.
 */
export async function lockCompany(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'select enabled from company where id_client = $1 for no key update',
    [tx.scope.company_id],
  );
  return rows[0]?.enabled === true;
}

export async function countOtherOwners(tx: Tx, user_id: number): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from company_user
     where company_id = $1 and user_id <> $2 and 'COMPANY_OWNER' = any(roles)`,
    [tx.scope.company_id, user_id],
  );
  return rows[0]?.n ?? 0;
}

export async function updateMember(
  tx: Tx,
  { user_id, first_name, last_name, roles }: Pick<Member, 'user_id' | 'first_name' | 'last_name' | 'roles'>,
): Promise<void> {
  await tx.query(
    `update company_user set first_name = $3, last_name = $4, roles = $5, version = version + 1
     where company_id = $1 and user_id = $2`,
    [tx.scope.company_id, user_id, first_name, last_name, roles],
  );
}

/** Takes a member out, with the plants they were named for, and the charts and views that they kept to themselves. */
export async function deleteMember(tx: Tx, user_id: number): Promise<void> {
  await tx.query('delete from public.saved_chart where company_id = $1 and owner_id = $2 and not shared', [
    tx.scope.company_id,
    user_id,
  ]);
  await tx.query('delete from public.list_view where company_id = $1 and owner_id = $2 and not shared', [
    tx.scope.company_id,
    user_id,
  ]);
  await tx.query('delete from company_user where company_id = $1 and user_id = $2', [
    tx.scope.company_id,
    user_id,
  ]);
}

/** Those of the plants that exist in the company and that the scope may see. */
export async function listKnownPlants(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select id::text as id from plants.plant
     where company_id = $1 and id = any($2::bigint[]) and ($3::bigint[] is null or id = any($3)) order by plant.id`,
    [tx.scope.company_id, ids, plantFilter(tx.scope)],
  );
  return rows.map((row) => row.id);
}

/** Whether an account is a member of the company, or was one: who left or was dismissed stands in the audit. */
export async function isOrWasMember(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await tx.query<{ is: boolean }>(
    `select exists (select from company_user u where u.company_id = $1 and u.user_id = $2)
       or exists (select from shared.audit a
         where a.company_id = $1 and a.action in ('user.dismissed', 'user.left') and a.target = $3) as is`,
    [tx.scope.company_id, user_id, String(user_id)],
  );
  return rows[0]?.is === true;
}

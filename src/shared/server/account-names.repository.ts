import type { Tx } from './tenancy.ts';

/**
 * What people call themselves in their accounts, by account; those of removed accounts are left out. A query of its own:
 * accounts belong to no company, and on a distributed database they lie elsewhere than its rows.
 */
export async function listAccountNames(
  tx: Tx,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const { rows } = await tx.query<{ id: number; name: string }>(
    'select id, name from identity.user_account where id = any($1::bigint[]) and deleted_at is null',
    [known],
    'account_names',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A row with its owner: whether they belong to the company, and how they are called there. */
export interface Owned {
  owner_id: number;
  is_member: boolean;
  name_here: string | null;
}

/** Rows with their owners' names: as the company calls them, else as they call themselves; null for who has left. */
export async function withOwnerNames<R extends Owned>(
  tx: Tx,
  rows: readonly R[],
): Promise<(Omit<R, 'is_member' | 'name_here'> & { owner_name: string | null })[]> {
  const nameless = rows.filter((row) => row.is_member && row.name_here === null);
  const names = await listAccountNames(
    tx,
    nameless.map((row) => row.owner_id),
  );
  return rows.map(({ is_member, name_here, ...row }) => ({
    ...row,
    owner_name: is_member ? (name_here ?? names.get(row.owner_id) ?? '') : null,
  }));
}

/** What members are called in the company of the scope, by account, else what they call themselves; who has left has none. */
export async function listMemberNames(
  tx: Tx,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const { rows } = await tx.query<{ user_id: number; name_here: string | null }>(
    `select user_id, nullif(btrim(first_name || ' ' || last_name), '') as name_here from companies.company_user
     where company_id = $1 and user_id = any($2::bigint[])`,
    [tx.scope.company_id, known],
    'member_names',
  );
  const names = await listAccountNames(
    tx,
    rows.map(({ user_id, name_here }) => (name_here === null ? user_id : null)),
  );
  return new Map(rows.map(({ user_id, name_here }) => [user_id, name_here ?? names.get(user_id) ?? '']));
}

import type { Tx } from '../../../shared/server/tenancy.ts';

/** How many others belong to the company of the scope. */
export async function countOtherMembers(tx: Tx, user_id: number): Promise<number> {
  const { rows } = await tx.query<{ n: number }>(
    'select count(*)::int as n from company_user where company_id = $1 and user_id <> $2',
    [tx.scope.company_id, user_id],
  );
  return rows[0]?.n ?? 0;
}

/** Notes whether the company is closed because its owner's address was never confirmed; false when that is known. */
export async function setOwnerUnconfirmed(tx: Tx, value: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update company set owner_unconfirmed = $2 where id_client = $1 and owner_unconfirmed <> $2',
    [tx.scope.company_id, value],
  );
  return rowCount > 0;
}

/** Whether a person founded the company of the scope, by what was audited. */
export async function isFounder(tx: Tx, user_id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from shared.audit where company_id = $1 and action = 'company.created' and actor_id = $2 limit 1`,
    [tx.scope.company_id, user_id],
  );
  return rowCount > 0;
}

export async function askClaim(tx: Tx): Promise<void> {
  await tx.query('update company set claim_due = true where id_client = $1', [tx.scope.company_id]);
}

/** False when nobody asked. */
export async function endClaim(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update company set claim_due = false, version = version + 1 where id_client = $1 and claim_due',
    [tx.scope.company_id],
  );
  return rowCount > 0;
}

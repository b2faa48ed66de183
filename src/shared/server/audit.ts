import type { Tx } from './tenancy.ts';

/** Writes who did what in the transaction of the deed itself: no deed without its row. The program may only append. */
export async function recordAudit(
  tx: Tx,
  action: string,
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { company_id, user_id } = tx.scope;
  await tx.db
    .insertInto('audit')
    .values({ company_id, actor_id: user_id, action, target, detail: JSON.stringify(detail) })
    .execute();
}

import type { AuditAction } from '../contract/audit-actions.ts';
import type { AuditDetail } from '../contract/audit-fields.ts';
import type { Tx } from './tenancy.ts';

/**
 * Writes who did what and from where in the transaction of the deed itself: no deed without its row. The program may only
 * append, so target and detail hold ids, codes, roles and numbers, never a person's name or address.
 */
export async function recordAudit<D extends object>(
  tx: Tx,
  action: AuditAction,
  target: string,
  detail: AuditDetail<D>,
): Promise<void> {
  const { company_id, user_id, address } = tx.scope;
  await tx.db
    .insertInto('audit')
    .values({ company_id, actor_id: user_id, address, action, target, detail: JSON.stringify(detail) })
    .execute();
}

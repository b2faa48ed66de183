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
  await tx.query(
    'insert into audit (company_id, actor_id, address, action, target, detail) values ($1, $2, $3, $4, $5, $6)',
    [company_id, user_id, address, action, target, JSON.stringify(detail)],
  );
}

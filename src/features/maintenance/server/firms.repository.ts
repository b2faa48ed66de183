import { withBin } from '../../../shared/server/records/bin.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';

/** Whether a request or a report, also of the bin, or a plan names a firm; the caller lets every plant be seen. */
export function firmIsUsed(tx: Tx, id: number): Promise<boolean> {
  return withBin(tx, async () => {
    const { rows } = await tx.query<{ used: boolean }>(
      `select exists (select from maintenance_request where company_id = $1 and assigned_firm_id = $2)
         or exists (select from maintenance_report where company_id = $1 and firm_id = $2)
         or exists (select from maintenance_plan where company_id = $1 and assigned_firm_id = $2) as used`,
      [tx.scope.company_id, id],
    );
    return rows[0]?.used === true;
  });
}

/** Whether a plan begins its requests by a checklist; the caller lets every plant be seen. */
export async function templateIsUsed(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ used: boolean }>(
    'select exists (select from maintenance_plan where company_id = $1 and template_id = $2) as used',
    [tx.scope.company_id, id],
  );
  return rows[0]?.used === true;
}

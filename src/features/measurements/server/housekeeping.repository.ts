import type { Tx } from '../../../shared/server/tenancy.ts';

/** Removes what is over in a company: progress of work that ended 30 days ago, uploaded files older than a day. */
export async function removeOldWork(tx: Tx): Promise<void> {
  const { company_id } = tx.scope;
  await tx.query(
    `delete from progress where company_id = $1 and state <> 'running' and updated_at < now() - interval '30 days'`,
    [company_id],
  );
  await tx.query(`delete from import_file where company_id = $1 and created_at < now() - interval '1 day'`, [
    company_id,
  ]);
}

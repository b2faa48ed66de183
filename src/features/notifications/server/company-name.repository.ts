import type { Tx } from '../../../shared/server/tenancy.ts';

/** What the company is called. */
export async function findCompanyName(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    'select c.name from companies.company c where c.id_client = $1',
    [tx.scope.company_id],
  );
  return rows[0]?.name ?? '';
}

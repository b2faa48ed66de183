import type { ListLayout } from '../../contract/list-layouts.contract.ts';
import type { Tx } from '../tenancy.ts';

/** The person's own, of every list. */
export async function listLayouts(tx: Tx): Promise<ListLayout[]> {
  const { rows } = await tx.query<ListLayout>(
    'select list, columns, hidden, density from list_layout where company_id = $1 and user_id = $2 order by list',
    [tx.scope.company_id, tx.scope.user_id],
  );
  return rows;
}

/** Keeps one; it takes the place of the one before. */
export async function saveLayout(tx: Tx, { list, columns, hidden, density }: ListLayout): Promise<void> {
  await tx.query(
    `insert into list_layout (company_id, user_id, list, columns, hidden, density) values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id, user_id, list) do update
       set columns = excluded.columns, hidden = excluded.hidden, density = excluded.density`,
    [tx.scope.company_id, tx.scope.user_id, list, columns, hidden, density],
  );
}

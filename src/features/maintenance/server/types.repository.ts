import { withBin } from '../../../shared/server/records/bin.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';

/** A type of the company that is not in the bin; it stays as it is until the transaction ends. */
export async function holdType(tx: Tx, id: number): Promise<{ retired: boolean } | undefined> {
  const { rows } = await tx.query<{ retired: boolean }>(
    'select retired from maintenance_type where company_id = $1 and id = $2 and deleted_at is null for share',
    [tx.scope.company_id, id],
  );
  return rows[0];
}

/** Whether any request, the bin's among them, or any plan names a type; whoever asks may not see all of them. */
export async function isTypeUsed(tx: Tx, id: number): Promise<boolean> {
  const look = async () => {
    const { rows } = await tx.query<{ used: boolean }>(
      `select exists (select from maintenance_request where company_id = $1 and type_id = $2)
           or exists (select from maintenance_plan where company_id = $1 and type_id = $2) as used`,
      [tx.scope.company_id, id],
    );
    return rows[0]?.used ?? false;
  };
  return withBin(tx, () => withEveryPlant(tx, look));
}

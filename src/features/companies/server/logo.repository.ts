import type { Tx } from '../../../shared/server/tenancy.ts';

/** A logo as it is kept. */
export interface Logo {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly digest: string;
  readonly bytes: Buffer;
}

export async function findLogo(tx: Tx): Promise<Logo | undefined> {
  const { rows } = await tx.query<Logo>('select digest, bytes from company_logo where company_id = $1', [
    tx.scope.company_id,
  ]);
  return rows[0];
}

export async function saveLogo(tx: Tx, { digest, bytes }: Logo): Promise<void> {
  await tx.query(
    `insert into company_logo (company_id, digest, bytes) values ($1, $2, $3)
     on conflict (company_id) do update set digest = $2, bytes = $3, created_at = excluded.created_at`,
    [tx.scope.company_id, digest, bytes],
  );
}

/** Removes the logo; false where there was none. */
export async function deleteLogo(tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.query('delete from company_logo where company_id = $1', [
    tx.scope.company_id,
  ]);
  return rowCount > 0;
}

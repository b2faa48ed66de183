import type { Tx } from '../tenancy.ts';

/** The logo of the scope's company, a png in base64, as its PDFs print it; null where it has none. */
export async function findPrintedLogo(tx: Tx): Promise<string | null> {
  const { rows } = await tx.query<{ logo: string }>(
    `select translate(encode(bytes, 'base64'), E'\\n', '') as logo from companies.company_logo where company_id = $1`,
    [tx.scope.company_id],
  );
  return rows[0]?.logo ?? null;
}

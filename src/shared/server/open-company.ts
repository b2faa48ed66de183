import type pg from 'pg';
import { inScope, scopeOfWork, type Tx } from './tenancy.ts';

/**
 * Whether the company of the scope is enabled. Calls, keys and streams are closed with a company by themselves; what the
 * program does for it by itself asks here, so that everything of a disabled company ends within seconds.
 */
export async function companyIsOpen(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ enabled: boolean }>(
    'select enabled from companies.company where id_client = $1',
    [tx.scope.company_id],
    'company_is_open',
  );
  return rows[0]?.enabled === true;
}

/** Reads what the program's own work on a company begins with; undefined of one that is disabled. */
export const readOpenCompany = <T>(
  pool: pg.Pool,
  company_id: number,
  read: (tx: Tx) => Promise<T>,
): Promise<T | undefined> =>
  inScope(
    pool,
    scopeOfWork(company_id),
    async (tx) => ((await companyIsOpen(tx)) ? read(tx) : undefined),
    'read only',
  );

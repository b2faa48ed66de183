import type pg from 'pg';
import { inScope, plantFilter, type Scope, type Tx } from '../tenancy.ts';

/** The proj_codes that a scope may see, or 'all'. A code never changes its plant. */
export async function listVisibleCodes(pool: pg.Pool, scope: Scope): Promise<'all' | ReadonlySet<string>> {
  const visible = plantFilter(scope);
  if (visible === null) return 'all';
  if (visible.length === 0) return new Set();
  const { rows } = await inScope(
    pool,
    scope,
    (tx) =>
      tx.query<{ proj_code: string }>(
        'select proj_code from plants.plant where company_id = $1 and id = any($2::bigint[])',
        [scope.company_id, visible],
      ),
    'read only',
  );
  return new Set(rows.map((row) => row.proj_code));
}

/** Whoever writes a company's rows of live figures takes its turn: two that lock them in different orders would stop one another. */
export async function lockLiveFigures(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(7302, $1)', [tx.scope.company_id], 'live_figures_lock');
}

import type { Tx } from '../../../shared/server/tenancy.ts';

/** One instance at a time dispatches the events of a company, so that their order is kept. */
export async function tryLockDispatch(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(7304, $1) as mine', [
    tx.scope.company_id,
  ]);
  return rows[0]?.mine === true;
}

/** Waits until no dispatch runs, and lets none begin: what is dispatched from now on is later than this transaction. */
export async function lockDispatchShared(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared(7304, $1)', [tx.scope.company_id]);
}

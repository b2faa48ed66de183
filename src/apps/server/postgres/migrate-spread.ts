import type { ClientBase } from 'pg';
import { distributeTables, listMissing } from './distribute.ts';
import { filledBy, isFilling, stepsOf } from './migration-steps.ts';

/** Applies a migration, inside the transaction that the session has open, to tables that are spread over several machines. */
export async function applyToSpread(
  client: ClientBase,
  sql: string,
  spread: ReadonlySet<string>,
): Promise<void> {
  // One connection to each worker: what was changed in this transaction is seen by all that follows in it.
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  for (const step of stepsOf(sql, spread)) {
    if (isFilling(step)) await fill(client, step);
    else await client.query(step);
  }
}

/** What a new table's keys name lies on the workers: it is spread itself before a row comes into it. */
async function fill(client: ClientBase, step: string): Promise<void> {
  const missing = await listMissing(client);
  const filled = filledBy(step);
  if (missing.some(({ name }) => filled.includes(name))) {
    await client.query('select public.wall_on_workers()');
    await distributeTables(client, () => undefined);
  }
  await client.query(step);
}

import type { ClientBase } from 'pg';
import { PgBoss } from 'pg-boss';

/** The schema of the job queue, owned by meridiana_owner. */
export const jobSchema = 'pgboss';

/**
 * Makes pg-boss' schema and its queues with the owner's rights, so that the program's role needs none of its own:
 * it starts pg-boss with `migrate: false`. No queue is partitioned, because each would need a table at run time.
 * The session must act as meridiana_owner. Calling it again changes nothing.
 */
export async function ensureJobSchema(client: ClientBase, queues: readonly string[]): Promise<void> {
  // pg-boss asks several things at once; one session answers them in turn.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (text: string, values?: unknown[]) => {
    const answer = last.then(() => runSql(client, text, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  const boss = new PgBoss({
    db: { executeSql: inTurn },
    schema: jobSchema,
    supervise: false,
    schedule: false,
    reindex: false,
  });
  let failure: unknown;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  try {
    for (const queue of queues) await boss.createQueue(queue);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure !== undefined) throw failure;
  await client.query(`grant usage on schema ${jobSchema} to meridiana_app`);
  await client.query(
    `grant select, insert, update, delete on all tables in schema ${jobSchema} to meridiana_app`,
  );
  await client.query(`grant usage on all sequences in schema ${jobSchema} to meridiana_app`);
  await client.query(`grant execute on all functions in schema ${jobSchema} to meridiana_app`);
}

async function runSql(client: ClientBase, text: string, values?: unknown[]) {
  const result: unknown = await client.query(text, values);
  // A script of several statements answers several results; pg-boss reads the last one that has rows.
  const results: unknown[] = Array.isArray(result) ? result : [result];
  return { rows: results.flatMap((one) => (hasRows(one) ? one.rows : [])) };
}

function hasRows(result: unknown): result is { rows: unknown[] } {
  return typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows);
}

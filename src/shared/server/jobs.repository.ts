import type { Party } from './party.ts';

/** A scope's transaction, or a client inside one of its own. */
export interface Sender {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How many jobs of a queue an owner has at work or waiting. */
export async function countJobsOf(tx: Sender, queue: string, owner: Party['owner']): Promise<number> {
  const { rows } = await tx.query(
    `select count(*)::int as n from pgboss.job where name = $1 and group_id = $2 and state < 'completed'`,
    [queue, String(owner)],
  );
  return (rows[0] as { n: number } | undefined)?.n ?? 0;
}

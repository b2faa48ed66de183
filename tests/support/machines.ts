import { execSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../src/apps/server/postgres/connect.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';
import type { Scope } from '../../src/shared/server/tenancy.ts';

const BACK_WITHIN_MS = 90_000;

/**
 * Has a delivery meet the end of what it speaks to, and repeats it until it is acknowledged: one worker of the cluster is
 * killed and started again (by the commands of CITUS_WORKER_DOWN and CITUS_WORKER_UP); on one PostgreSQL the program's connections end.
 */
export async function killWriting(superuser: DatabaseTarget, write: () => Promise<unknown>): Promise<void> {
  const { CITUS_WORKER_DOWN: down, CITUS_WORKER_UP: up } = process.env;
  const first = succeeds(write);
  if (process.env.CITUS_URL && down && up) {
    execSync(down, { stdio: 'ignore' });
    execSync(up, { stdio: 'ignore' });
  } else
    await withClient(superuser, (client) =>
      client.query(
        // Waited for, so that what comes afterwards meets none of them.
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and usename = 'meridiana_app'`,
      ),
    );
  if (await first) return;
  await repeat(write);
}

const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Has a delivery meet the move of its company, and repeats it until it is acknowledged. */
export async function moveWriting(
  superuser: DatabaseTarget,
  scope: Scope,
  write: () => Promise<unknown>,
): Promise<void> {
  const first = succeeds(write);
  // It may wait for all of the move, however long that takes.
  await moveToAnotherWorker(superuser, scope);
  if (!(await first)) await repeat(write);
}

/** Does it until it succeeds, as a gateway repeats what was not acknowledged. */
async function repeat(write: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + BACK_WITHIN_MS; ; ) {
    try {
      await write();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(100);
    }
  }
}

/**
 * Moves a company, and those that lie with it, to another worker of the cluster; on one PostgreSQL there is none. Whoever writes to
 * them waits until it is over, or with `auto` and `wal_level = logical` for its last moment.
 */
export async function moveToAnotherWorker(
  superuser: DatabaseTarget,
  { company_id }: Scope,
  mode: 'block_writes' | 'auto' = 'block_writes',
): Promise<void> {
  if (!process.env.CITUS_URL) return;
  await withClient(superuser, (client) =>
    client.query(
      `select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, w.nodename, w.nodeport, $2)
       from citus_shards s, pg_dist_node w
       where s.shardid = get_shard_id_for_distribution_column('public.company', $1::int)
         and w.groupid <> 0 and w.isactive and (w.nodename, w.nodeport) <> (s.nodename, s.nodeport)
       order by w.nodeid limit 1`,
      [company_id, mode],
    ),
  );
}

import assert from 'node:assert/strict';
import { execSync } from 'node:child_process';
import { readDatabaseUrl, withClient } from '../../../src/apps/server/postgres/connect.ts';
import type { DatabaseTarget } from '../../../src/shared/server/database-target.ts';

/** A command of whoever runs the cluster, which ends a worker at once or starts it again. */
export function command(name: 'CITUS_WORKER_DOWN' | 'CITUS_WORKER_UP'): () => void {
  const text = process.env[name];
  assert.ok(text, `${name} must be a command that ends, or starts, one worker of the cluster`);
  return () => execSync(text, { stdio: 'ignore' });
}

/** Has all machines of the cluster write commits to the disk, as the program demands of them. @returns what takes it back */
export async function writeThrough(): Promise<() => Promise<void>> {
  const coordinator = readDatabaseUrl(String(process.env.CITUS_URL), 'CITUS_URL');
  const nodes = await withClient(coordinator, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where isactive',
    );
    return rows.map((row) => ({ ...coordinator, ...row }));
  });
  const all = async (...statements: string[]) => {
    for (const node of nodes)
      await withClient(node, async (client) => {
        for (const statement of [...statements, 'select pg_reload_conf()']) await client.query(statement);
      });
  };
  await all('alter system set fsync = on', 'alter system set synchronous_commit = on');
  return () => all('alter system reset fsync', 'alter system reset synchronous_commit');
}

/** Companies by whether the machine where they lie answers just now. */
export async function listOutOfReach(superuser: DatabaseTarget): Promise<Set<number>> {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select substring(c.relname from '^company_([0-9]+)_ids$')::int as id from pg_class c
       join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column(
         'public.company', substring(c.relname from '^company_([0-9]+)_ids$')::int)
       join pg_dist_node n on n.groupid = p.groupid
       where c.relkind = 'S' and c.relname ~ '^company_[0-9]+_ids$'
         and not citus_check_connection_to_node(n.nodename, n.nodeport)`,
    );
    return new Set(rows.map(({ id }) => id));
  });
}

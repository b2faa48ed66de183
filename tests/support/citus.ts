import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { readDatabaseUrl, withClient } from '../../src/apps/server/postgres/connect.ts';
import { distribute } from '../../src/apps/server/postgres/distribute.ts';
import { buildSchema } from '../../src/apps/server/postgres/install.ts';
import {
  ensureRoles,
  grantDatabase,
  sealDatabase,
  setAppPassword,
} from '../../src/apps/server/postgres/roles.ts';
import { queueNames } from '../../src/apps/server/queues.ts';
import type { DatabaseTarget } from '../../src/shared/server/database-target.ts';

/** A distributed database of one test file's own, in place of one on the run's PostgreSQL. */
export interface CitusDatabase {
  readonly superuser: DatabaseTarget;
  readonly app: DatabaseTarget;
  drop(): Promise<void>;
}

/** The cluster that CITUS_URL names by its coordinator's superuser; `template` is distributed, and copied on each node. */
export interface TestCitus {
  createDatabase(): Promise<CitusDatabase>;
  /** An installation that stands: with Citus, and all its tables on the coordinator. */
  createStanding(): Promise<CitusDatabase>;
  stop(): Promise<void>;
}

const SHARDS = 4;

/** @param prepare what every copy has from the beginning, run by the superuser on the coordinator */
export async function startTestCitus(
  url: string,
  prepare: (client: Client) => Promise<void>,
): Promise<TestCitus> {
  const coordinator = readDatabaseUrl(url, 'CITUS_URL');
  const nodes = [coordinator, ...(await listWorkers(coordinator))];
  const template = `citus_template_${randomBytes(4).toString('hex')}`;
  const appPassword = randomBytes(16).toString('hex');
  const install = async (name: string, then: (client: Client) => Promise<void>) => {
    await makeCluster(nodes, name);
    await withClient(at(coordinator, name), async (client) => {
      await ensureRoles(client);
      await setAppPassword(client, appPassword);
      await grantDatabase(client, name);
      await client.query(`alter database ${name} set citus.shard_count = ${SHARDS}`);
      await client.query(`set citus.shard_count = ${SHARDS}`);
      await buildSchema(client, { appPassword, queues: queueNames });
      await then(client);
    });
  };
  const targets = (name: string): CitusDatabase => {
    const superuser = at(coordinator, name);
    const app = { ...superuser, user: 'meridiana_app', password: appPassword };
    return { superuser, app, drop: () => dropEverywhere(nodes, name) };
  };
  await install(template, async (client) => {
    await distribute(client, () => undefined);
    await prepare(client);
  });
  return {
    createStanding: async () => {
      const name = `citus_standing_${randomBytes(4).toString('hex')}`;
      await install(name, prepare);
      return targets(name);
    },
    createDatabase: async () => {
      const name = `citus_${randomBytes(6).toString('hex')}`;
      for (const node of nodes) await copy(node, template, name);
      const superuser = at(coordinator, name);
      await withClient(superuser, async (client) => {
        await sealDatabase(client, name);
        await grantDatabase(client, name);
      });
      return targets(name);
    },
    stop: () => dropEverywhere(nodes, template),
  };
}

const at = (node: DatabaseTarget, database: string): DatabaseTarget => ({ ...node, database });

async function listWorkers(coordinator: DatabaseTarget): Promise<DatabaseTarget[]> {
  return withClient(coordinator, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by nodeid',
    );
    return rows.map(({ host, port }) => ({ ...coordinator, host, port }));
  });
}

async function makeCluster(nodes: readonly DatabaseTarget[], name: string): Promise<void> {
  for (const node of nodes) {
    await withClient(at(node, 'postgres'), (client) => client.query(`create database ${name}`));
    await withClient(at(node, name), (client) => client.query('create extension citus'));
  }
  const [coordinator, ...workers] = nodes;
  if (!coordinator) return;
  await withClient(at(coordinator, name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port]);
  });
}

/** The template's own maintenance would keep it from being copied; it comes back with the next connection. */
async function copy(node: DatabaseTarget, template: string, name: string): Promise<void> {
  await withClient(at(node, 'postgres'), async (client) => {
    for (let tries = 1; ; tries += 1) {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        template,
      ]);
      try {
        await client.query(`create database ${name} template ${template} strategy file_copy`);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || tries === 20) throw error;
      }
    }
  });
}

async function dropEverywhere(nodes: readonly DatabaseTarget[], name: string): Promise<void> {
  for (const node of nodes)
    await withClient(at(node, 'postgres'), (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    );
}

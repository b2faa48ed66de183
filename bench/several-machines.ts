/**
 * The same load on a database of one machine and on one of several, both of the cluster that CITUS_URL names by its
 * coordinator's superuser: `CITUS_URL=… npm run bench -- several-machines [--devices 50]`. Nothing else should run meanwhile.
 */

import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readDatabaseUrl, withClient } from '../src/apps/server/postgres/connect.ts';
import { buildSchema } from '../src/apps/server/postgres/install.ts';
import { grantDatabase } from '../src/apps/server/postgres/roles.ts';
import { queueNames } from '../src/apps/server/queues.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import type { DatabaseTarget } from '../src/shared/server/database-target.ts';
import { createPool } from '../src/shared/server/db.ts';
import { inScope } from '../src/shared/server/tenancy.ts';
import { DAY_MS } from '../src/shared/units/zones.ts';
import { startTestCitus } from '../tests/support/citus.ts';
import { makeCompany, makeDevice, makePlant } from '../tests/support/field.ts';
import { INVERTER_VARIABLES } from './store/field.ts';
import { percentiles } from './timing.ts';

const RUNS = 200;
const STEP_MS = 10_000;

/** Medians in milliseconds, by what was done. */
async function measure(pool: pg.Pool, devices: number): Promise<Map<string, number>> {
  const scope = await makeCompany(pool, 'Bench');
  const plant = await makePlant(pool, scope, 'BENCH');
  const ids: number[] = [];
  for (let i = 0; i < devices; i++)
    ids.push(await makeDevice(pool, scope, plant, `D${i}`, INVERTER_VARIABLES));
  const writer = new ReadingWriter(pool, { announce: async () => undefined });
  const start = Date.now() - 3 * DAY_MS;
  let tick = 0;
  const commit = (of: readonly number[]) => {
    const ts = start + tick++ * STEP_MS;
    const values = () =>
      Float64Array.from(INVERTER_VARIABLES, (_, i) => Math.round(1000 * Math.abs(Math.sin(tick + i))) / 10);
    return writer.write(
      scope,
      of.map((device_id) => ({ device_id, ts, values: values(), quality: null })),
    );
  };
  const ask = (text: string, values: unknown[], name: string) => () =>
    inScope(pool, scope, (tx) => tx.query(text, values, name), 'read only');
  const { company_id } = scope;
  const tasks: readonly [what: string, task: () => Promise<unknown>][] = [
    [`commit of ${devices} devices of ${INVERTER_VARIABLES.length} variables`, () => commit(ids)],
    ['commit of one device', () => commit(ids.slice(0, 1))],
    ['one row', ask('select id, name from plant where company_id = $1', [company_id], 'bench_row')],
    [
      'one variable of a device, all its readings',
      ask(
        'select ts, vals[1] as value from obs where company_id = $1 and device_id = $2 and ts >= $3 order by ts',
        [company_id, ids[0], new Date(start)],
        'bench_chart',
      ),
    ],
  ];
  const found = new Map<string, number>();
  for (const [what, task] of tasks) found.set(what, (await percentiles(RUNS, task)).p50_ms);
  await writer.close();
  return found;
}

async function inDatabase(target: DatabaseTarget, devices: number): Promise<Map<string, number>> {
  const pool = createPool(target, { max: 4, name: 'bench' });
  try {
    return await measure(pool, devices);
  } finally {
    await pool.end();
  }
}

/** On the coordinator's own server, without Citus. */
async function onOneMachine(url: string, appPassword: string, devices: number): Promise<Map<string, number>> {
  const coordinator = readDatabaseUrl(url, 'CITUS_URL');
  const database = `plain_${randomBytes(4).toString('hex')}`;
  const superuser = { ...coordinator, database };
  await withClient(coordinator, (client) => client.query(`create database ${database}`));
  try {
    await withClient(superuser, async (client) => {
      await grantDatabase(client, database);
      await buildSchema(client, { appPassword, queues: queueNames });
    });
    return await inDatabase({ ...superuser, user: 'meridiana_app', password: appPassword }, devices);
  } finally {
    await withClient(coordinator, (client) => client.query(`drop database ${database} with (force)`));
  }
}

const { values } = parseArgs({ options: { devices: { type: 'string', default: '50' } } });
const url = process.env.CITUS_URL;
if (!url) throw new Error('CITUS_URL must name the superuser on the coordinator of a Citus cluster.');
const devices = Number(values.devices);
const citus = await startTestCitus(url, async () => undefined);
try {
  const { app, drop } = await citus.createDatabase();
  const several = await inDatabase(app, devices);
  const one = await onOneMachine(url, String(app.password), devices);
  await drop();
  for (const [what, ms] of one) {
    const there = several.get(what) ?? Number.NaN;
    console.log(
      `${what}: ${ms.toFixed(2)} ms on one, ${there.toFixed(2)} ms on several: × ${(there / ms).toFixed(1)}`,
    );
  }
} finally {
  await citus.stop();
}

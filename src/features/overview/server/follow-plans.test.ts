import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, openTestPool } from '../../../../tests/support/field.ts';
import { explained, type TableRead } from '../../../../tests/support/plans.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { listReadings, listStructure } from './follow.repository.ts';
import { listLivePlants } from './live-plants.repository.ts';

const PLANTS = 300;
const VARIABLES = 12;
const READINGS = 20;
const NOON = Date.parse('2026-06-20T10:00:00Z');

describe('what is read of a company whose tables are minutes old', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let devices: number[];
  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Fresh');
    await base.pool.query('select cross_tenant_ensure_partition($1)', ['2026-06-01']);
    devices = await inScope(base.pool, scope, insertFleet);
  });
  after(() => base.close());

  const reads = async (work: (tx: Tx) => Promise<unknown>): Promise<readonly TableRead[]> => {
    const found: TableRead[] = [];
    await inScope(base.pool, scope, (tx) => work(explained(tx, found)));
    return found;
  };
  const rowsOf = (found: readonly TableRead[], table: RegExp) =>
    found.reduce((sum, read) => (table.test(read.table) ? sum + read.rows : sum), 0);

  it('reads each variable once, whichever names are looked for', async () => {
    const found = await reads((tx) => listStructure(tx));
    assert.ok(rowsOf(found, /^variable$/) > 0, 'they are read at all');
    assert.ok(rowsOf(found, /^variable$/) <= PLANTS * VARIABLES, JSON.stringify(found));
  });

  it('reads no readings but of the devices that it asks for', async () => {
    const some = devices.slice(0, 5);
    const queries = some.map((device_id) => ({ device_id, slot: 0, after: 0, until: NOON }));
    const found = await reads(async (tx) => {
      const readings = await listReadings(tx, queries);
      assert.deepEqual(
        readings.map(({ length }) => length),
        some.map(() => READINGS),
      );
    });
    assert.equal(rowsOf(found, /^obs_\d/), some.length * READINGS, JSON.stringify(found));
  });

  it('reads each plant and its figures once for all cards', async () => {
    await inScope(base.pool, scope, (tx) =>
      tx.query(
        `insert into plant_live (company_id, plant_id, last_reading_at, error)
         select $1, id, now(), id % 2 = 0 from plant where company_id = $1`,
        [scope.company_id],
      ),
    );
    const found = await reads(async (tx) => assert.equal((await listLivePlants(tx)).length, PLANTS));
    for (const table of [/^plant$/, /^plant_live$/])
      assert.equal(rowsOf(found, table), PLANTS, JSON.stringify(found));
  });
});

async function insertFleet(tx: Tx): Promise<number[]> {
  const { company_id } = tx.scope;
  await tx.query(
    `insert into plant (company_id, proj_code, name) select $1, 'P' || i, 'P' || i from generate_series(1, $2) i`,
    [company_id, PLANTS],
  );
  const { rows } = await tx.query<{ id: number }>(
    `insert into device (company_id, plant_id, short_name, category, interval_s, next_slot)
     select company_id, id, 'INV', 'inverter', 10, $1 from plant returning id`,
    [VARIABLES],
  );
  await tx.query(
    `insert into variable (company_id, device_id, variable_name_id, slot)
     select n.company_id, d.id, n.id, n.slot from device d
     cross join (select company_id, id, row_number() over (order by name) - 1 as slot from variable_name order by name limit $1) n`,
    [VARIABLES],
  );
  await tx.query(
    `insert into obs (company_id, device_id, ts, vals)
     select company_id, id, to_timestamp($1 / 1000.0) - i * interval '10 s', '{1}' from device cross join generate_series(0, $2) i`,
    [NOON, READINGS - 1],
  );
  return rows.map(({ id }) => id);
}

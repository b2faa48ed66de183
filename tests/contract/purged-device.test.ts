import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { performRemoval } from '../../src/features/plants/server/bin.public.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { plantCanaries } from './support/canaries.ts';
import { makeWorld, type World } from './support/world.ts';

/** Of a later table too: whatever names a device by its number. Partitions are their parents. */
const TABLES = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attname = 'device_id' and not a.attisdropped order by 1`;

describe('a device that is removed for ever', () => {
  let test: TestApp;
  let world: World;
  let tables: string[];
  let device: { id: number; proj_code: string; short_name: string };
  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
    await plantCanaries(world);
    tables = (await test.arrange<{ name: string }>(TABLES)).map(({ name }) => name);
    const [found] = await test.arrange<typeof device>(
      `select d.id, p.proj_code, d.short_name from obs_month m join device d on d.id = m.device_id
       join plant p on p.id = d.plant_id where m.company_id = $1`,
      [world.scope.company_id],
    );
    device = found ?? assert.fail('no device with readings');
    // What stands beside it in every table is another device's.
    await test.arrange(
      'insert into obs (company_id, device_id, ts, vals) select company_id, $2, ts, vals from obs where company_id = $1',
      [world.scope.company_id, world.plant.device_id],
    );
  });
  after(() => test?.close());

  const tablesThatName = async (id: number): Promise<string[]> => {
    const found: string[] = [];
    for (const table of tables) {
      const [row] = await test.arrange<{ is: boolean }>(
        `select exists (select from "${table}" where device_id = $1) as is`,
        [id],
      );
      if (row?.is) found.push(table);
    }
    return found;
  };
  const refuse = (name: string, reason: string) =>
    test.arrange(
      `insert into refused_reading (company_id, source, device, reason, count) values ($1, 'mqtt', $2, $3, 1)`,
      [world.scope.company_id, name, reason],
    );
  const refusedOf = (name: string) =>
    test.arrange<{ reason: string }>(
      'select reason from refused_reading where company_id = $1 and device = $2 order by 1',
      [world.scope.company_id, name],
    );
  const giveUp = (id: number) =>
    test.arrange('update device set deleted_at = now(), purged_at = now() where id = $1', [id]);
  const remove = (id: number) =>
    performRemoval(test.pool, { company_id: world.scope.company_id, device_id: id });

  it('stands in every table that names devices before, and in none afterwards', async () => {
    const name = `${device.proj_code}/${device.short_name}`;
    await refuse(name, 'too_old');
    await refuse(name, 'unknown_device');
    assert.deepEqual(
      await tablesThatName(device.id),
      tables,
      'a row of it stands in each, so that this proves something',
    );
    const others = await tablesThatName(world.plant.device_id);
    assert.ok(others.includes('obs'));

    await test.arrange('update device set deleted_at = now() where id = $1', [device.id]);
    const url = `/cloudcontrol/v1/devices-bin/${device.id}/`;
    const { statusCode, body } = await test.app.inject({ method: 'DELETE', url, headers: world.headers });
    assert.equal(statusCode, 204, body);
    await remove(device.id);
    assert.deepEqual(await tablesThatName(device.id), []);
    assert.deepEqual(await test.arrange('select from device where id = $1', [device.id]), []);
    assert.deepEqual(await tablesThatName(world.plant.device_id), others);
    // Under a name that no device has, anybody may have sent.
    assert.deepEqual(await refusedOf(name), [{ reason: 'unknown_device' }]);

    const kept = await test.arrange<{ action: string; detail: object }>(
      'select action, detail from audit where company_id = $1 and target = $2 and starts_with(action, $3)',
      [world.scope.company_id, String(device.id), 'device.'],
    );
    const { proj_code, short_name } = device;
    assert.deepEqual(kept, [{ action: 'device.purged', detail: { proj_code, short_name } }]);
  });

  it('leaves its successor what was refused under their name', async () => {
    const { plant, scope } = world;
    const name = `${plant.proj_code}/${plant.short_name}`;
    await refuse(name, 'too_old');
    const before = await refusedOf(name);
    await giveUp(plant.device_id);
    await test.arrange('insert into device (company_id, plant_id, short_name) values ($1, $2, $3)', [
      scope.company_id,
      plant.plant_id,
      plant.short_name,
    ]);
    await remove(plant.device_id);
    assert.deepEqual(await tablesThatName(plant.device_id), []);
    assert.deepEqual(await refusedOf(name), before);
  });
});

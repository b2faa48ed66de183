import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeCompany, makeDevice, makePlant } from '../../../../tests/support/field.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts';
import { createPool } from '../../../shared/server/db.ts';
import { LIVE_CHANNEL, readNotice } from '../../../shared/server/live/notice.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import { createPlant } from '../../plants/server/plants.service.ts';
import { CompanyFollow } from './company-follow.ts';
import { startLiveFollower } from './live-follower.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Local midnight in Rome, and ten o'clock of that day. */
const MIDNIGHT = Date.parse('2026-06-19T22:00:00Z');
const TEN = MIDNIGHT + 10 * HOUR;
const POWER = ['ac_power_kw', 'energy_total_kwh'];

interface Row {
  power_kw: number | null;
  power_partial: boolean;
  production: number | null;
  irradianza: number | null;
  last_reading_at: Date | null;
  spark_day: string;
  spark_kw: (number | null)[];
}

describe('the follower of live figures', () => {
  let base: TestDatabase;
  let pool: pg.Pool;
  let writer: ReadingWriter;
  before(async () => {
    base = await createTestDatabase();
    pool = createPool(base.database, { max: 6, name: 'test' });
    writer = new ReadingWriter(pool, { announce: async () => undefined });
  });
  after(async () => {
    await writer.close();
    await pool.end();
    await base.drop();
  });

  const write = (scope: Scope, device_id: number, ts: number, ...values: number[]) =>
    writer.write(scope, [{ device_id, ts, values: Float64Array.from(values), quality: null }]);
  const look = (scope: Scope, follow: CompanyFollow, now: number) =>
    inScope(pool, scope, (tx) => follow.follow(tx, now, false));
  const begin = (scope: Scope, now: number) => inScope(pool, scope, (tx) => CompanyFollow.begin(tx, now));
  const findLive = (scope: Scope, plant_id: number): Promise<Row | undefined> =>
    inScope(pool, scope, async (tx) => {
      const { rows } = await tx.query<Row>('select * from plant_live where plant_id = $1', [plant_id]);
      return rows[0];
    });
  const live = async (scope: Scope, plant_id: number): Promise<Row> => {
    const row = await findLive(scope, plant_id);
    assert.ok(row);
    return row;
  };

  const follow = (every: { sweepEvery_ms?: number; reloadEvery_ms?: number }) =>
    startLiveFollower({ pool, database: base.database, log: createLog('silent', 'test'), ...every });

  it('keeps power, production and irradiance of inverters', async () => {
    const scope = await makeCompany(pool, 'Inverters');
    const plant = await makePlant(pool, scope, 'F1');
    const fields = { interval_s: 60, nominal_power: 100 };
    const one = await makeDevice(pool, scope, plant, 'INV1', POWER, fields);
    const two = await makeDevice(pool, scope, plant, 'INV2', POWER, fields);
    const sun = await makeDevice(pool, scope, plant, 'METEO', ['irradiance_poa_wm2'], {
      category: 'weather_station',
    });
    await write(scope, one, MIDNIGHT - 5 * MINUTE, 0, 1000);
    await write(scope, one, TEN - MINUTE, 40, 1075);
    await write(scope, two, MIDNIGHT + 4 * HOUR, 1, 500);
    await write(scope, two, TEN - 11 * MINUTE, 20, 530.5);
    await write(scope, sun, TEN - MINUTE, 712);
    const follow = await begin(scope, TEN);
    await look(scope, follow, TEN);
    const first = await live(scope, plant);
    assert.equal(first.power_kw, 40);
    assert.equal(first.power_partial, true);
    assert.equal(first.production, 105.5);
    assert.equal(first.irradianza, 712);
    assert.equal(first.last_reading_at?.getTime(), TEN - MINUTE);
    assert.equal(first.spark_day, '2026-06-20');
    await write(scope, two, TEN, 21, 531.5);
    await look(scope, follow, TEN);
    const second = await live(scope, plant);
    assert.equal(second.power_kw, 61);
    assert.equal(second.power_partial, false);
    assert.equal(second.production, 106.5);
  });

  it('takes the production meter alone where there is one, even while it is silent', async () => {
    const scope = await makeCompany(pool, 'Meter');
    const plant = await makePlant(pool, scope, 'F2');
    const inverter = await makeDevice(pool, scope, plant, 'INV1', POWER);
    const meter = await makeDevice(pool, scope, plant, 'METER', POWER, { category: 'production_meter' });
    await write(scope, inverter, TEN, 40, 10);
    const follow = await begin(scope, TEN);
    await look(scope, follow, TEN);
    assert.equal((await live(scope, plant)).power_kw, null);
    assert.equal((await live(scope, plant)).production, null);
    await write(scope, meter, TEN, 39, 7);
    await look(scope, follow, TEN);
    assert.equal((await live(scope, plant)).power_kw, 39);
    // One reading tells no difference yet: unknown is not zero.
    assert.equal((await live(scope, plant)).production, null);
  });

  it('integrates power where nothing counts, and nothing over a gap', async () => {
    const scope = await makeCompany(pool, 'Integral');
    const plant = await makePlant(pool, scope, 'F3');
    const id = await makeDevice(pool, scope, plant, 'INV1', ['ac_power_kw'], { interval_s: 900 });
    for (const hours of [3.75, 3.5, 3.25]) await write(scope, id, TEN - hours * HOUR, 0);
    await write(scope, id, TEN - 3 * HOUR, 40);
    await write(scope, id, TEN - 2.75 * HOUR, 60);
    await write(scope, id, TEN - 0.25 * HOUR, 20);
    const follow = await begin(scope, TEN);
    await look(scope, follow, TEN);
    assert.equal((await live(scope, plant)).production, 10 + 15 + 5);
    await write(scope, id, TEN, 80);
    await look(scope, follow, TEN + 15 * MINUTE);
    assert.equal((await live(scope, plant)).production, 50);
  });

  it('counts anew when older readings of today come in, and reads what lies around a reset', async () => {
    const scope = await makeCompany(pool, 'Backwards');
    const plant = await makePlant(pool, scope, 'F4');
    const id = await makeDevice(pool, scope, plant, 'INV1', POWER, { interval_s: 60, nominal_power: 100 });
    await write(scope, id, TEN, 40, 30);
    const follow = await begin(scope, TEN);
    await look(scope, follow, TEN);
    assert.equal((await live(scope, plant)).production, null);
    await write(scope, id, TEN - HOUR, 40, 4);
    await write(scope, id, TEN - 2 * HOUR, 40, 9000);
    await write(scope, id, TEN - 3 * HOUR, 40, 8960);
    await look(scope, follow, TEN + 6000);
    // 40 kWh until the reset, 4 shown after it, 26 since.
    assert.equal((await live(scope, plant)).production, 70);
    const { spark_kw } = await live(scope, plant);
    assert.equal(spark_kw[28], 40);
    assert.equal(spark_kw[29], null);
  });

  it('draws the ended quarters and begins anew at midnight', async () => {
    const scope = await makeCompany(pool, 'Quarters');
    const plant = await makePlant(pool, scope, 'F5');
    const one = await makeDevice(pool, scope, plant, 'INV1', POWER);
    const two = await makeDevice(pool, scope, plant, 'INV2', POWER);
    await write(scope, one, MIDNIGHT + 2 * MINUTE, 10, 0);
    await write(scope, one, MIDNIGHT + 4 * MINUTE, 20, 1);
    await write(scope, two, MIDNIGHT + 3 * MINUTE, 5, 0);
    await write(scope, one, MIDNIGHT + 31 * MINUTE, 8, 2);
    const follow = await begin(scope, MIDNIGHT + 46 * MINUTE);
    await look(scope, follow, MIDNIGHT + 46 * MINUTE);
    assert.deepEqual((await live(scope, plant)).spark_kw, [20, null, 8]);
    await write(scope, one, MIDNIGHT + 50 * MINUTE, 9, 3);
    await look(scope, follow, MIDNIGHT + 59 * MINUTE);
    assert.deepEqual((await live(scope, plant)).spark_kw, [20, null, 8]);
    await look(scope, follow, MIDNIGHT + 61 * MINUTE);
    assert.deepEqual((await live(scope, plant)).spark_kw, [20, null, 8, 9]);
    await write(scope, one, MIDNIGHT + 24 * HOUR - MINUTE, 1, 50);
    await look(scope, follow, MIDNIGHT + 24 * HOUR + MINUTE);
    const next = await live(scope, plant);
    assert.deepEqual([next.spark_day, next.spark_kw, next.production], ['2026-06-21', [], null]);
    await write(scope, one, MIDNIGHT + 24 * HOUR + MINUTE, 1, 50.5);
    await look(scope, follow, MIDNIGHT + 24 * HOUR + MINUTE);
    assert.equal((await live(scope, plant)).production, 0.5);
  });

  it('keeps what it knows of plants that did not change when others do', async () => {
    const scope = await makeCompany(pool, 'Kept');
    const plant = await makePlant(pool, scope, 'K1');
    const id = await makeDevice(pool, scope, plant, 'INV1', POWER);
    await write(scope, id, TEN - HOUR, 10, 100);
    await write(scope, id, TEN, 10, 110);
    const follow = await begin(scope, TEN);
    await look(scope, follow, TEN);
    const other = await makePlant(pool, scope, 'K2');
    await makeDevice(pool, scope, plant, 'METEO', ['irradiance_poa_wm2'], { category: 'weather_station' });
    const again = await inScope(pool, scope, (tx) => CompanyFollow.begin(tx, TEN, follow));
    await write(scope, id, TEN + MINUTE, 11, 111);
    await look(scope, again, TEN + MINUTE);
    assert.deepEqual([(await live(scope, plant)).production, (await live(scope, plant)).power_kw], [11, 11]);
    assert.equal((await live(scope, other)).power_kw, null);
  });

  it('follows notices within a second, tells the browsers, and sees new plants', async () => {
    const scope = await makeCompany(pool, 'Notices');
    const plant = await makePlant(pool, scope, 'F6');
    const id = await makeDevice(pool, scope, plant, 'INV1', POWER);
    const messages: string[] = [];
    const ear = new pg.Client(base.database);
    await ear.connect();
    await ear.query(`listen ${LIVE_CHANNEL}`);
    ear.on('notification', ({ payload }) => {
      const notice = readNotice(payload ?? '');
      if (notice?.company_id === scope.company_id && 'codes' in notice)
        messages.push(...(notice.codes ?? []));
    });
    const follower = await follow({});
    try {
      const now = Date.now();
      await write(scope, id, now, 33, 100);
      await pool.query(`select pg_notify('readings', $1)`, [String(scope.company_id)]);
      await until(async () => (await findLive(scope, plant))?.power_kw === 33);
      await until(async () => messages.includes('F6'));
      const other = await makePlant(pool, scope, 'F7');
      const meter = await makeDevice(pool, scope, other, 'INV1', POWER);
      await write(scope, meter, now, 5, 1);
      await pool.query(`select pg_notify('configuration', $1)`, [String(scope.company_id)]);
      await until(async () => messages.includes('F7'));
      assert.equal((await live(scope, other)).power_kw, 5);
    } finally {
      await follower.close();
      await ear.end();
    }
  });

  it('takes up what is made by whoever makes it, within a second', async () => {
    const scope = await makeCompany(pool, 'Made');
    const follower = await follow({});
    try {
      await makePlant(pool, scope, 'N1');
      await sleep(600);
      const { master_id } = await inScope(pool, scope, (tx) =>
        createPlant(tx, { proj_code: 'N2', name: 'Made by a command' }),
      );
      await until(async () => (await live(scope, master_id)).spark_day !== null);
    } finally {
      await follower.close();
    }
  });

  it('sees by itself what nobody told', async () => {
    const scope = await makeCompany(pool, 'Untold');
    const follower = await follow({ sweepEvery_ms: 100, reloadEvery_ms: 300 });
    try {
      await sleep(600);
      const quiet = await makePlant(pool, scope, 'N3');
      await until(async () => (await findLive(scope, quiet)) !== undefined);
    } finally {
      await follower.close();
    }
  });
});

async function until(holds: () => Promise<boolean>, within_ms = 60_000): Promise<void> {
  const end = Date.now() + within_ms;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail('it did not come about in time');
    await sleep(20);
  }
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makePlant,
  makeUser,
  signIn,
  type TestApp,
} from '../../../../tests/support/app.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { EnergyBalance } from '../energy-balance.contract.ts';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;
/** Noon of a summer's day in Rome, and of the same day a year earlier. */
const NOW = Date.parse('2026-06-20T10:00:00Z');
const THEN = Date.parse('2025-06-20T10:00:00Z');

describe('the energy balance of a plant', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  const get = async (code: string, query = '') => {
    const answer = await test.app.inject({ url: `/api/v1/energy-balance/${code}/${query}`, headers: owner });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json() as EnergyBalance;
  };

  before(async () => {
    test = await createTestApp({
      now: () => new Date(NOW),
      energy: { co2KgPerKwh: 0.25, co2Source: 'an agency, 2025' },
    });
    scope = await makeCompany(test.pool, 'Balance');
    const whole = await makePlant(test.pool, scope, 'P1', { potenza_nominale: 100 });
    const bare = await makePlant(test.pool, scope, 'P2');
    const inverter = await makeDevice(test.pool, scope, whole, 'INV1', ['energy_total_kwh']);
    const meter = await makeDevice(test.pool, scope, whole, 'M1', ['energy_total_kwh', 'energy_import_kwh'], {
      category: 'exchange_meter',
    });
    const alone = await makeDevice(test.pool, scope, bare, 'INV9', ['energy_total_kwh']);
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    /** Counters of four hours up to an instant, each growing by so many kWh in all. */
    const rows = (device_id: number, until: number, ...kwh: number[]) =>
      Array.from({ length: 17 }, (_, i) => ({
        device_id,
        ts: until - 4 * HOUR + i * QUARTER,
        values: Float64Array.from(kwh, (whole) => 1000 + (until === THEN ? 0 : 32) + (whole * i) / 16),
        quality: null,
      }));
    await writer.write(scope, [
      ...rows(inverter, THEN, 32),
      ...rows(inverter, NOW, 40),
      ...rows(meter, NOW, 30, 4),
      ...rows(alone, NOW, 8),
    ]);
    await writer.close();
    await recomputeDirty(test.pool, scope, { today: true, clock: () => NOW });
  });
  after(() => test.close());

  it('tells what was produced, used on site, fed in and drawn, with the devices that say so', async () => {
    const day = await get('P1');
    const { produced, exported, imported } = day;
    assert.deepEqual(
      [produced, exported, imported].map(({ total_kwh, devices }) => [total_kwh, devices]),
      [
        [40, ['INV1']],
        [30, ['M1']],
        [4, ['M1']],
      ],
    );
    assert.deepEqual(day.balance_parts, { unit: 'hour', known: 4, of: 12 });
    assert.deepEqual([day.used_kwh, day.consumed_kwh, day.used_share, day.fault], [10, 14, 0.25, null]);
    assert.equal(day.ts.length, 24);
    assert.equal(day.specific_yield, 0.4);
    assert.deepEqual(day.co2, { applies: true, kg_per_kwh: 0.25, source: 'an agency, 2025', avoided_kg: 10 });
  });

  it('stands beside the year before, up to the same point', async () => {
    const { year_ago } = await get('P1');
    assert.deepEqual([year_ago.total_kwh, year_ago.then_so_far_kwh, year_ago.change], [32, 32, 0.25]);
    assert.deepEqual(year_ago.compared, { parts: 4, until: new Date(NOW).toISOString() });
    const month = await get('P1', '?span=month');
    assert.equal(month.ts.length, 30);
    // The day is not over: nothing that has ended can be compared.
    assert.deepEqual([month.year_ago.total_kwh, month.year_ago.change], [32, null]);
    assert.equal((await get('P1', '?span=year&date=2025-03-01')).produced.total_kwh, 32);
  });

  it('does not take what nobody measures for zero', async () => {
    const day = await get('P2');
    assert.deepEqual(
      [day.produced.total_kwh, day.exported.total_kwh, day.imported.total_kwh, day.used_kwh],
      [8, null, null, null],
    );
    assert.deepEqual(day.exported.devices, []);
    assert.equal(day.specific_yield, null);
    const leap = await get('P2', '?span=day&date=2024-02-29');
    assert.deepEqual([leap.year_ago.start, leap.produced.total_kwh], [null, null]);
  });
});

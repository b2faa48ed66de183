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
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { DeviceOverview, DeviceSiblings } from '../device.contract.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Ten o'clock of a summer's day in Rome. */
const NOW = Date.parse('2026-06-20T08:00:00Z');

describe('one device, and its like', () => {
  let test: TestApp;
  let scope: Scope;
  let owner: Headers;
  let viewer: Headers;
  const ids: Record<string, number> = {};
  const get = (url: string, headers = owner) =>
    test.app.inject({ url: `/api/v1/plant-overview/${url}`, headers });

  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    scope = await makeCompany(test.pool, 'Devices');
    const first = await makePlant(test.pool, scope, 'P1', { potenza_nominale: 100 });
    const second = await makePlant(test.pool, scope, 'P2');
    for (const name of ['INV1', 'INV2', 'INV3', 'INV4'])
      ids[name] = await makeDevice(test.pool, scope, first, name, ['ac_power_kw', 'energy_total_kwh']);
    ids.OTHER = await makeDevice(test.pool, scope, second, 'OTHER', ['ac_power_kw']);
    await inScope(test.pool, scope, (tx) =>
      tx.query(
        `update device set nominal_power = case short_name when 'INV1' then 10 when 'INV2' then 20 when 'INV3' then 40 end
         where company_id = $1`,
        [scope.company_id],
      ),
    );
    const boss = await makeUser(test, { company: scope, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, boss, scope, new Date(NOW));
    const guest = await makeUser(test, { company: scope, roles: ['VIEWER', 'APP_0'], plants: [second] });
    viewer = await signIn(test, guest, scope, new Date(NOW));
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    // Counters run from 6 to 10: 10, 16 and 40 kWh; the fourth has no nominal power and made 5.
    const made: Record<string, number> = { INV1: 10, INV2: 16, INV3: 40, INV4: 5 };
    const rows = Object.entries(made).flatMap(([name, kwh]) =>
      Array.from({ length: 49 }, (_, i) => ({
        device_id: ids[name] ?? 0,
        ts: NOW - 4 * HOUR + i * 5 * MINUTE,
        values: Float64Array.from([kwh / 4, 1000 + (kwh * i) / 48]),
        quality: null,
      })),
    );
    await writer.write(scope, rows);
    await writer.close();
  });
  after(() => test.close());

  it('answers a working device with its last values, and nobody else’s', async () => {
    const answer = await get(`P1/devices/${ids.INV1}/`);
    assert.equal(answer.statusCode, 200, answer.body);
    const { device, plant, siblings } = answer.json() as DeviceOverview;
    assert.deepEqual([device.short_name, plant.proj_code, siblings], ['INV1', 'P1', 4]);
    assert.deepEqual(
      device.values.map(({ name, value, quality }) => [name, value, quality]),
      [
        ['ac_power_kw', 2.5, 'good'],
        ['energy_total_kwh', 1010, 'good'],
      ],
    );
    // Of another plant, or hidden from the reader: neither is told apart.
    assert.equal((await get(`P1/devices/${ids.OTHER}/`)).statusCode, 404);
    assert.equal((await get(`P1/devices/${ids.INV1}/`, viewer)).statusCode, 404);
    assert.equal((await get(`P1/devices/${ids.INV1}/siblings/`, viewer)).statusCode, 404);
  });

  it('holds it against its like by energy for each kW, and names what cannot be compared', async () => {
    for (const query of ['', '?span=month', '?span=year&date=2026-02-03']) {
      const answer = await get(`P1/devices/${ids.INV1}/siblings/${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      const { results, median } = answer.json() as DeviceSiblings;
      // 10/10 = 1, 16/20 = 0.8, 40/40 = 1: the median is 1.
      assert.deepEqual(
        results.map(({ short_name, specific_yield, why_not }) => [short_name, specific_yield, why_not]),
        [
          ['INV1', 1, null],
          ['INV3', 1, null],
          ['INV2', 0.8, null],
          ['INV4', null, 'no_rating'],
        ],
      );
      assert.equal(median, 1);
    }
    const before = (await get(`P1/devices/${ids.INV1}/siblings/?date=2026-06-19`)).json() as DeviceSiblings;
    assert.deepEqual(
      before.results.map(({ energy_kwh, why_not }) => [energy_kwh, why_not]),
      [
        [null, 'no_energy'],
        [null, 'no_energy'],
        [null, 'no_energy'],
        [null, 'no_rating'],
      ],
    );
  });
});

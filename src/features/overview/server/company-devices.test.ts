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
import { asking } from '../../../../tests/support/companies.ts';
import type { Role } from '../../../shared/contract/capabilities.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { CompanyDevice } from '../../companies/companies.contract.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-06-20T08:00:00Z');
const ALL_FAILED = Uint8Array.of(4);

// spec §7: company-device
describe("a company's devices over all its plants", () => {
  let test: TestApp;
  let scope: Scope;
  let ask: ReturnType<typeof asking>;
  let first: number;
  let second: number;
  const devices: Record<string, number> = {};
  before(async () => {
    test = await createTestApp({ now: () => new Date(NOW) });
    ask = asking(test);
    scope = await makeCompany(test.pool, 'Devices');
    first = await makePlant(test.pool, scope, 'P1');
    second = await makePlant(test.pool, scope, 'P2');
    const make = async (plant: number, name: string, interval_s: number) => {
      devices[name] = await makeDevice(test.pool, scope, plant, name, ['ac_power_kw'], { interval_s });
    };
    await make(first, 'INV2', 60);
    await make(first, 'INV10', 60);
    await make(first, 'SLOW', 900);
    await make(second, 'NEW', 60);
    await make(second, 'MUTE', 60);
    const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
    const row = (name: string, minutes: number, value: number, quality: Uint8Array | null = null) => ({
      device_id: devices[name] ?? 0,
      ts: NOW - minutes * MINUTE,
      values: Float64Array.of(value),
      quality,
    });
    await writer.write(scope, [
      row('INV2', 10, 5),
      row('INV10', 11, 5),
      // Polled every quarter of an hour: three of them count as now.
      row('SLOW', 45, 5),
      row('MUTE', 30, 5),
      row('MUTE', 1, Number.NaN, ALL_FAILED),
    ]);
    await writer.close();
  });
  after(() => test?.close());

  const person = async (roles: Role[], plants: number[] = []): Promise<Headers> =>
    signIn(test, await makeUser(test, { company: scope, roles, plants }), scope, new Date(NOW));
  const list = async (headers: Headers): Promise<CompanyDevice[]> => {
    const answer = await ask('listDevices', {}, headers);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    return answer.json as CompanyDevice[];
  };

  it('say where they stand and how they are, judged by how often each is polled', async () => {
    const answer = await list(await person(['MANAGEMENT_0', 'APP_0']));
    assert.deepEqual(
      answer.map(({ proj_code, short_name, state }) => `${proj_code} ${short_name} ${state}`),
      ['P1 INV2 live', 'P1 SLOW live', 'P1 INV10 silent', 'P2 NEW never', 'P2 MUTE silent'],
    );
    const mute = answer.at(-1);
    assert.equal(
      mute?.last_reading_at,
      new Date(NOW - 30 * MINUTE).toISOString(),
      'a failed poll is no reading',
    );
    assert.equal(answer[3]?.last_reading_at, null);
  });

  it('are those of the plants that the user is named for, one by one as well', async () => {
    const engineer = await person(['ENGINEER_0', 'APP_0'], [second]);
    const names = (await list(engineer)).map(({ short_name }) => short_name);
    assert.deepEqual(names, ['NEW', 'MUTE']);
    const one = await ask('getDevice', { params: { id: devices.MUTE } }, engineer);
    assert.equal((one.json as CompanyDevice).short_name, 'MUTE');
    for (const id of [devices.INV2, 8_000_000_000]) {
      assert.equal((await ask('getDevice', { params: { id } }, engineer)).status, 404);
    }
    assert.deepEqual(await list(await person(['WORKER', 'APP_0'])), []);
  });
});

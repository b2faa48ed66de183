import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { seriesCalls } from '../../src/features/measurements/series.contract.ts';
import { ReadingWriter } from '../../src/features/measurements/server/reading-writer.ts';
import { createDevice } from '../../src/features/plants/server/plants.service.ts';
import { inScope } from '../../src/shared/server/tenancy.ts';
import { createTestApp, makeUser, signIn, type TestApp } from '../support/app.ts';
import { ask, originOf, send } from './support/ask.ts';
import { ago, makeWorld, type World } from './support/world.ts';

interface Page {
  count: number;
  devices: { short_name: string; results?: unknown[]; unit_id_results?: Record<string, unknown[]> }[];
  next: string | null;
  previous: string | null;
}

const PATHS = [
  seriesCalls.resultsDataAllDevice.path,
  seriesCalls.aggregateResultsDataAllDevice.path,
  seriesCalls.chartResultsDataAllDevice.path,
];

describe('questions about every device', () => {
  let test: TestApp;
  let world: World;
  const window = () => `start=${ago(120)}&end=${ago(0)}`;
  const get = async (url: string, headers = world.headers) => {
    const { status, text } = await send(test, { method: 'GET', url, headers });
    return { status, body: JSON.parse(text) as Page & { detail?: string; code?: string } };
  };

  before(async () => {
    test = await createTestApp();
    world = await makeWorld(test);
    await makeWorld(test);
    await inScope(test.pool, world.scope, async (tx) => {
      for (let i = 0; i < 5; i++) {
        await createDevice(tx, {
          proj_code: world.plant.proj_code,
          short_name: `Z${i}`,
          description: '',
          category: 'inverter',
          manufacturer: '',
          model: '',
          interval_s: 60,
          variables: [{ name: 'ac_power_kw' }],
        });
      }
    });
    await test.arrange("update device set unit_id = 17 where short_name = 'Z3'");
    await test.arrange("update device set category = 'weather_station' where short_name in ('Z1', 'Z4')");
    await test.arrange(
      "delete from variable where device_id in (select id from device where short_name = 'Z4')",
    );
  });
  after(() => test?.close());

  for (const path of PATHS) {
    it(`are answered by page, each device once: ${path}`, async () => {
      const seen: string[] = [];
      let url: string | null = `${path}?${window()}&variables=ac_power_kw&page_size=3`;
      let previous: string | null = null;
      while (url) {
        const { status, body }: Awaited<ReturnType<typeof get>> = await get(url);
        assert.equal(status, 200);
        assert.equal(body.count, 7);
        assert.equal(body.previous === null, previous === null);
        seen.push(...body.devices.map((device) => device.short_name));
        previous = url;
        url = body.next;
        if (url) assert.match(url, /variables=ac_power_kw.*page_size=3|page_size=3.*variables=ac_power_kw/);
      }
      const { mark } = world;
      assert.deepEqual(seen, [...[`${mark}a-INV`, 'Z0', 'Z1', 'Z2', 'Z3', 'Z4'].sort(), `${mark}b-INV`]);
    });

    it(`count and page only what they are narrowed to: ${path}`, async () => {
      const asked = `${path}?${window()}&variables=ac_power_kw&page_size=2`;
      const pages = async (more: string) => {
        const first = (await get(`${asked}${more}`)).body;
        const second = (await get(`${asked}${more}&page=2`)).body;
        return [first.count, first.devices.length, second.devices.length];
      };
      assert.deepEqual(await pages('&category=inverter'), [5, 2, 2]);
      assert.deepEqual(await pages('&category=weather_station'), [2, 2, 0]);
      assert.deepEqual(await pages('&category=weather_station&measuring=true'), [1, 1, 0]);
      assert.deepEqual(await pages('&measuring=true'), [6, 2, 2]);
    });

    it(`find nothing where there is nothing: ${path}`, async () => {
      const beyond = await get(`${path}?${window()}&page=9`);
      assert.deepEqual([beyond.status, beyond.body.count, beyond.body.devices.length], [200, 7, 0]);
      const nobody = await makeUser(test, { company: world.scope, roles: ['VIEWER', 'APP_0'] });
      const { status, body } = await get(`${path}?${window()}`, await signIn(test, nobody, world.scope));
      assert.equal(status, 200);
      assert.deepEqual(body, { count: 0, devices: [], next: null, previous: null });
    });

    it(`say in a detail why they are refused: ${path}`, async () => {
      const stranger = await makeUser(test, { company: world.scope, roles: ['VIEWER'] });
      const { status, body } = await get(`${path}?${window()}`, await signIn(test, stranger, world.scope));
      assert.equal(status, 403);
      assert.match(body.detail ?? '', /APP_0/);
      for (const query of ['', `${window()}&page_size=101`, `${window()}&variables=nothing_like_it`]) {
        const wrong = await get(`${path}?${query}`);
        assert.equal(wrong.status, 400);
        assert.ok((wrong.body.detail ?? '').length > 0);
      }
      assert.equal((await get(`${path}?${window()}&proj_code=NO-SUCH`)).status, 404);
    });
  }

  it('put series under the Modbus number of devices that have one, when asked to', async () => {
    const { body } = await get(`${PATHS[2]}?${window()}&by_unit_id=true&proj_code=${world.plant.proj_code}`);
    const byName = new Map(body.devices.map((device) => [device.short_name, device]));
    assert.deepEqual(Object.keys(byName.get('Z3')?.unit_id_results ?? {}), ['17']);
    assert.equal(byName.get('Z3')?.results, undefined);
    assert.ok(byName.get('Z2')?.results);
    assert.equal(byName.get('Z2')?.unit_id_results, undefined);
  });

  it('are never answered with raw readings where figures of periods were asked for', async () => {
    const query = { start: ago(120), end: ago(0), resolution: 'raw' };
    const answer = await ask(test, seriesCalls.aggregateResultsDataAllDevice, { query }, world.headers);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /"path":"resolution"/);
  });
});

describe('a long answer', () => {
  it('is sent while it is written, and is the same; who leaves in the middle disturbs nobody', async () => {
    const test = await createTestApp({ checkAnswers: false });
    try {
      const world = await makeWorld(test);
      const writer = new ReadingWriter(test.pool);
      const rows = Array.from({ length: 12_000 }, (_, i) => ({
        device_id: world.plant.device_id,
        ts: Date.parse(ago(1)) - i * 10_000,
        values: Float64Array.of(i / 7, 1_000_000 - i),
        quality: null,
      }));
      await writer.write(world.scope, rows);
      await writer.close();
      const query = `devices=${world.plant.device_id}&${`start=${ago(2200)}&end=${ago(0)}`}&resolution=raw&points=5000`;
      const url = `${await originOf(test)}/api/v1/chart-results-data/?${query}`;
      const read = async () => {
        const response = await fetch(url, { headers: { ...world.headers } as Record<string, string> });
        assert.equal(response.status, 200);
        return (await response.json()) as { values: (number | null)[] }[];
      };
      const series = await read();
      assert.equal(series.length, 2);
      assert.ok((series[0]?.values.length ?? 0) > 3000);
      assert.ok(series[0]?.values.includes(11_999 / 7));
      for (let i = 0; i < 5; i++) {
        const leave = new AbortController();
        const headers = { ...world.headers } as Record<string, string>;
        const response = await fetch(url, { headers, signal: leave.signal });
        leave.abort();
        await response.text().catch(() => undefined);
      }
      assert.deepEqual(await read(), series);
    } finally {
      await test.close();
    }
  });
});

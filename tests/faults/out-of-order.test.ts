import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { recomputeDirty } from '../../src/features/measurements/server/day-row-updater.ts';
import { inScope } from '../../src/shared/server/tenancy.ts';
import {
  createTestApp,
  type Headers,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  type TestApp,
} from '../support/app.ts';
import { until } from '../support/program.ts';
import { daysOfDevice } from '../support/stored-days.ts';
import { randomness, shuffled } from './support/randomness.ts';

const NOW = new Date('2026-06-15T10:00:00Z');
const START = Date.parse('2026-05-10T22:00:00Z');
const DAYS = 4;
const STEP_MS = 300_000;
const NAMES = ['ac_power_kw', 'energy_total_kwh'] as const;

interface Sent {
  ts: number | string;
  values: Record<string, number>;
}

/** Days with nights, and a counter that starts anew once. */
function* field(): Generator<Sent> {
  let counter = 4000;
  for (let i = 0; i < (DAYS * 86_400_000) / STEP_MS; i += 1) {
    const power = Math.max(0, Math.sin((i / 288) * 2 * Math.PI)) * 97.3;
    if (i === 700) counter = 0;
    counter += power / 12;
    yield { ts: START + i * STEP_MS, values: { ac_power_kw: power, energy_total_kwh: counter } };
  }
}

describe('readings as the world sends them', () => {
  let test: TestApp;
  let key: Headers;
  let scope: Awaited<ReturnType<typeof makeCompany>>;
  const ids = new Map<string, number>();
  const random = randomness(11);
  const sorted = [...field()];

  before(async () => {
    test = await createTestApp({ now: () => NOW });
    scope = await makeCompany(test.pool, 'Order');
    const plant = await makePlant(test.pool, scope, 'P');
    for (const name of ['SORTED', 'SHUFFLED', 'LATE', 'REFUSED'])
      ids.set(
        name,
        await makeDevice(test.pool, scope, plant, name, [...NAMES], { interval_s: 300, nominal_power: 100 }),
      );
    key = (await makeKey(test, scope)).headers;
  });
  after(() => test.close());

  const deliver = (device: string, readings: readonly Sent[], partial = false) =>
    test.app.inject({
      method: 'POST',
      url: `/ingest/v1/readings/${partial ? '?partial=true' : ''}`,
      headers: key,
      payload: { readings: readings.map((one) => ({ device, ...one })) },
    });

  async function store(device: string, readings: readonly Sent[], atOnce: number): Promise<void> {
    for (let i = 0; i < readings.length; i += atOnce) {
      const { statusCode, body } = await deliver(device, readings.slice(i, i + atOnce));
      assert.equal(statusCode, 200, body);
    }
  }

  const makeDays = () => recomputeDirty(test.pool, scope, { clock: () => NOW.getTime(), today: true });

  async function seriesOf(device: string, question: string): Promise<unknown> {
    const query = `devices=${ids.get(device)}&start=${new Date(START).toISOString()}&end=${new Date(START + DAYS * 86_400_000).toISOString()}&${question}`;
    const answer = await test.app.inject({
      url: `/api/v1/chart-results-data/?${query}`,
      headers: { ...key, 'id-client': String(scope.company_id) },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    return (answer.json() as Record<string, unknown>[]).map(
      ({ device_id: _, short_name: __, ...series }) => series,
    );
  }

  async function assertSame(device: string): Promise<void> {
    const rows = (name: string) => inScope(test.pool, scope, (tx) => daysOfDevice(tx, ids.get(name) ?? 0));
    const wanted = await rows('SORTED');
    assert.ok(wanted.every(({ packed }) => packed));
    assert.equal(wanted.length, DAYS);
    assert.deepEqual(await rows(device), wanted);
    for (const resolution of ['raw', '15m', 'hour', 'day']) {
      for (const aggregate of ['mean', 'min', 'max', 'last', ...(resolution === 'raw' ? [] : ['energy'])]) {
        const question = `resolution=${resolution}&aggregate=${aggregate}&points=5000`;
        assert.deepEqual(await seriesOf(device, question), await seriesOf('SORTED', question), question);
      }
    }
  }

  it('come to the same whether they came sorted, shuffled, or twice', async () => {
    await store('SORTED', sorted, 500);
    await makeDays();
    const twice = [...sorted, ...sorted.filter(() => random() < 0.5)];
    await store('SHUFFLED', shuffled(twice, random), 37);
    await makeDays();
    await assertSame('SHUFFLED');
  });

  it('come to the same when a day is a month late and the days around it were made long ago', async () => {
    const day = (from: number, to: number) => sorted.slice(from * 288, to * 288);
    await store('LATE', day(2, 4), 500);
    await makeDays();
    await store('LATE', day(0, 1), 500);
    await makeDays();
    await store('LATE', shuffled(day(1, 2), random), 50);
    await makeDays();
    await assertSame('LATE');
  });

  it('of the future or in another unit of time are refused with their reason, counted, and shown', async () => {
    const at = NOW.getTime() - 60_000;
    const of = (ts: number | string): Sent => ({ ts, values: { ac_power_kw: 1 } });
    const seconds = Math.floor(at / 1000);
    const bad = [
      of(NOW.getTime() + 3_600_000),
      of(seconds),
      of(seconds + 60),
      of(at * 1000),
      of('2020-01-01T00:00:00Z'),
    ];
    const whole = await deliver('REFUSED', [of(at), ...bad]);
    assert.equal(whole.statusCode, 422, 'all or nothing');
    const partial = await deliver('REFUSED', [of(at), ...bad], true);
    assert.equal(partial.statusCode, 200);
    const result = partial.json() as { stored: number; refused: number; errors: { code: string }[] };
    assert.deepEqual([result.stored, result.refused], [1, bad.length]);
    const wanted = ['in_future', 'looks_like_s', 'looks_like_s', 'looks_like_us', 'too_old'];
    assert.deepEqual(
      result.errors.map(({ code }) => code),
      wanted,
    );
    const stored = await test.arrange('select ts from obs where device_id = $1', [ids.get('REFUSED')]);
    assert.deepEqual(stored, [{ ts: new Date(at) }]);

    const counts = async () => {
      const rows = await test.arrange<{ reason: string; count: string }>(
        `select reason, count from refused_reading where company_id = $1 and device like '%/REFUSED' order by reason`,
        [scope.company_id],
      );
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
    };
    // Both deliveries count; they are written together within seconds.
    const expected = { in_future: 2, looks_like_s: 4, looks_like_us: 2, too_old: 2 };
    await until(async () => Object.keys(await counts()).length === 4, 'refusals are written');
    assert.deepEqual(await counts(), expected);
  });
});

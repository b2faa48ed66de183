import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/units/zones.ts';
import { joinReadings } from '../columns.model.ts';
import { recomputeDirty } from './day-row-updater.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';
import { unpackStretchOf } from './stored-readings.ts';
import { VALUES_IN_STRETCH } from './stretch-cutting.ts';
import { joinLanded } from './stretch-joining.ts';
import { sameReadings } from './stretch-store.ts';
import { emptyLanding, landingOf, listStretches, WHOLE } from './stretches.repository.ts';

const START = Date.parse('2026-03-01T00:00:00Z');

describe('stretches', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let device_id: number;
  let now = START;
  before(async () => {
    base = await openTestPool(4);
    scope = await makeCompany(base.pool, 'Joining');
    const plant = await makePlant(base.pool, scope, 'JOIN');
    device_id = await makeDevice(base.pool, scope, plant, 'A', ['ac_power_kw', 'module_temperature_c'], {
      interval_s: 300,
    });
  });
  after(() => base.close());

  const stretches = () => inScope(base.pool, scope, (tx) => listStretches(tx, device_id));
  const all = async () => joinReadings((await stretches()).map(unpackStretchOf));
  const join = () => joinLanded(base.pool, scope, { now, atMost: 10 });
  /** A day's readings that were made and packed when it was over. */
  async function livesThrough(day: number): Promise<void> {
    now = START + (day + 3.5) * DAY_MS;
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined, clock: () => now });
    await writer.write(
      scope,
      Array.from({ length: 288 }, (_, i) => ({
        device_id,
        ts: START + day * DAY_MS + i * 5 * MINUTE_MS,
        values: Float64Array.of(Math.round(Math.sin(i / 90) * 5000) / 100, 20 + (i % 7)),
        quality: null,
      })),
    );
    await writer.close();
    await recomputeDirty(base.pool, scope, { clock: () => now, today: true });
  }

  it('land small and are joined to whole ones when enough of them have landed', async () => {
    for (let day = 0; day < 14; day++) await livesThrough(day);
    assert.equal(await join(), 0, 'not enough yet');
    assert.ok((await stretches()).every(({ level }) => level === landingOf(now)));
    await livesThrough(14);
    const before = await all();
    assert.equal(await join(), 1);
    const [whole, ...others] = await stretches();
    assert.deepEqual([whole?.level, others.length], [WHOLE, 0]);
    assert.ok((whole?.readings ?? 0) >= VALUES_IN_STRETCH);
    assert.ok(sameReadings(await all(), before));
  });

  it('are joined when their month is over, with a whole one before them that is not half full', async () => {
    for (let day = 15; day < 18; day++) await livesThrough(day);
    const landed = landingOf(now);
    now = Date.parse('2026-04-03T00:00:00Z');
    assert.notEqual(landingOf(now), landed);
    const before = await all();
    assert.equal(await join(), 1);
    assert.deepEqual(
      (await stretches()).map(({ level }) => level),
      [WHOLE, WHOLE],
    );
    for (let day = 40; day < 42; day++) await livesThrough(day);
    now = Date.parse('2026-05-03T00:00:00Z');
    assert.equal(await join(), 1);
    assert.equal((await stretches()).length, 2);
    assert.ok(sameReadings(await all(), joinReadings([before, await since(40)])));
  });

  const since = async (day: number) => {
    const { ts, columns } = await all();
    const from = ts.findIndex((at) => at >= START + day * DAY_MS);
    return {
      ts: ts.slice(from),
      columns: columns.map(({ values, quality }) => ({ values: values.slice(from), quality })),
    };
  };

  it('give the room back where they landed', async () => {
    const sizes = () =>
      base.pool.query<{ bytes: number }>(
        `select pg_relation_size('obs_stretch_landing_0')::int + pg_relation_size('obs_stretch_landing_1')::int as bytes`,
      );
    assert.ok(((await sizes()).rows[0]?.bytes ?? 0) > 0);
    for (const landing of [0, 1]) await emptyLanding(base.pool, landing);
    assert.equal((await sizes()).rows[0]?.bytes, 0);
    const faults: string[] = [];
    await checkStore(base.pool, scope, (fault) => faults.push(fault));
    assert.deepEqual(faults, []);
  });
});

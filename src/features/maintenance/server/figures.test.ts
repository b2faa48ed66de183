import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeDevice } from '../../../../tests/support/app.ts';
import { at, NOW, START, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { byMaker } from '../figures.model.ts';
import type { MaintenanceFigures } from '../maintenance-figures.contract.ts';

describe('figures of maintenance', () => {
  let world: StoppedPlant;
  before(async () => {
    world = await StoppedPlant.make([]);
    const { test, company, inverters } = world;
    // Entered later than their first readings: what is known of them counts.
    await test.arrange("update device set manufacturer = 'SMA', model = 'STP 50' where company_id = $1", [
      company.company_id,
    ]);
    // Of the second one only its modules are known; what is there to be copied works as little as it fails.
    const [first, second] = inverters;
    await test.arrange(
      'update device set nominal_power = null, panel_watt = 500, number_of_panels = 100 where id = $1',
      [second],
    );
    const pattern = await makeDevice(test.pool, company, world.plant_id, 'PATTERN', [], {
      nominal_power: 50,
    });
    await test.arrange('update device set template = true where id = $1', [pattern]);
    const stood = { extent: 'devices', device_ids: [first] };
    await world.record({ ...stood, start: at('08:00'), stop: at('10:00') });
    await world.record({ ...stood, start: at('10:00', 1), stop: at('14:00', 1) });
    // The grid is nobody's failure; what is deleted is none.
    await world.record({
      extent: 'plant',
      start: at('12:00'),
      stop: at('13:00'),
      cause_id: await world.cause('grid'),
    });
    const { id } = await world.record({ ...stood, start: at('15:00', 1), stop: at('16:00', 1) });
    await world.ask('DELETE', `downtimes/${id}/`, { status: 204 });
  });
  after(() => world?.test.close());

  const request = async (more: object = {}): Promise<number> => {
    const body = { proj_code: 'SUNNY', title: 'Fuse', ...more };
    return (await world.ask<{ id: number }>('POST', 'maintenance-requests/', { body, status: 201 })).id;
  };
  const figures = (more = ''): Promise<MaintenanceFigures> => {
    const [start, end] = [new Date(START).toISOString(), new Date(NOW + HOUR_MS).toISOString()];
    return world.ask('GET', `maintenance-figures/?start=${start}&end=${end}${more}`);
  };

  it('tell repairs and what devices work between failures, by cause, maker and model', async () => {
    const { by_cause, by_maker, by_model } = await figures();
    // Two failures of 2 and 4 hours. Two devices in 60 hours: 120 h, less 6 h that one of them stood still, is 114 h: 57 h each.
    const failed = { failures: 2, ended: 2, repair_h: 3, between_h: 57 };
    assert.deepEqual(
      by_cause.map(({ cause_id: _, ...one }) => one),
      [{ cause: 'Guasto inverter', ...failed }],
    );
    assert.deepEqual(by_model, [{ manufacturer: 'SMA', model: 'STP 50', devices: 2, ...failed }]);
    assert.deepEqual(by_maker, [{ manufacturer: 'SMA', devices: 2, ...failed }]);
  });

  it('count what the models of a maker worked that never failed', async () => {
    const [, second] = world.inverters;
    await world.test.arrange(`update device set model = 'STP 60' where id = $1`, [second]);
    const { by_maker, by_model } = await figures();
    // The maker's devices worked 114 h still; of them STP 50, which failed twice, 60 − 6 = 54 h.
    assert.deepEqual(by_maker, [
      { manufacturer: 'SMA', devices: 2, failures: 2, ended: 2, repair_h: 3, between_h: 57 },
    ]);
    assert.deepEqual(
      by_model.map(({ model, between_h }) => [model, between_h]),
      [['STP 50', 27]],
    );
    await world.test.arrange(`update device set model = 'STP 50' where id = $1`, [second]);
  });

  it('weigh the models of a maker by their failures that have ended', () => {
    const model = (
      name: string,
      [failures, ended]: [number, number],
      repair_h: number | null,
      worked_h: number,
    ) => ({
      manufacturer: 'SMA',
      model: name,
      devices: 1,
      failures,
      ended,
      repair_h,
      worked_h,
    });
    // (1 × 2 h + 3 × 10 h) / 4 = 8 h: of the first two more have not been repaired yet, of the third none has.
    const [maker] = byMaker([
      model('a', [3, 1], 2, 100),
      model('b', [3, 3], 10, 50),
      model('c', [1, 0], null, 30),
    ]);
    assert.deepEqual(maker, {
      manufacturer: 'SMA',
      devices: 3,
      failures: 7,
      ended: 4,
      repair_h: 8,
      worked_h: 180,
    });
  });

  it('lead to the records behind each bar, and to no others', async () => {
    const [, second] = world.inverters;
    const count = async (path: string, query: Record<string, string>) =>
      (await world.ask<{ count: number }>('GET', `${path}/?${new URLSearchParams(query)}`)).count;
    const unnamed = await world.record({ device_ids: [second], start: at('06:00'), stop: at('07:00') });
    await world.test.arrange(`update device set manufacturer = '', model = '' where id = $1`, [second]);
    const failed = { availability: 'unavailable', began_from: at('00:00'), began_to: at('23:00', 2) };
    const downtimes = (query: object) => count('downtimes', { ...failed, ...query });
    const counts = [
      await downtimes({}),
      await downtimes({ maker: 'SMA' }),
      await downtimes({ maker: 'SMA', model: 'STP 50' }),
      await downtimes({ maker: 'SMA', model: 'STP' }),
      await downtimes({ maker: '-' }),
      await downtimes({ maker: '-', model: '-' }),
      // One that was open then but began before is not among them.
      await downtimes({ maker: 'SMA', began_from: at('09:00') }),
      await downtimes({ availability: 'excluded' }),
    ];
    assert.deepEqual(counts, [3, 2, 2, 0, 1, 1, 1, 1]);
    await world.test.arrange(`update device set manufacturer = 'SMA', model = 'STP 50' where id = $1`, [
      second,
    ]);
    await world.ask('DELETE', `downtimes/${unnamed.id}/`, { status: 204 });
  });

  it('tell how soon requests are taken on and solved, and what waits for how long', async () => {
    const [accepted, old] = [await request({ priority: 'high' }), await request({ priority: 'urgent' })];
    const solved = await request();
    for (const [id, states] of [
      [accepted, ['accepted']],
      [solved, ['accepted', 'solved']],
    ] as const)
      for (const to of states) await world.ask('POST', `maintenance-requests/${id}/state/`, { body: { to } });
    const { company_id } = world.company;
    const before = (id: number, hours: number) =>
      world.test.arrange('update maintenance_request set created_at = $3 where company_id = $1 and id = $2', [
        company_id,
        id,
        new Date(NOW - hours * HOUR_MS),
      ]);
    await before(accepted, 2);
    await before(solved, 6);
    await before(old, 24 * 8);
    const { react, solve, waiting } = await figures();
    assert.deepEqual(
      [react, solve],
      [
        { count: 2, mean_h: 4 },
        { count: 1, mean_h: 6 },
      ],
    );
    const behind = async (query: object) => {
      const window = { created_from: at('00:00'), created_to: new Date(NOW + HOUR_MS).toISOString() };
      const search = new URLSearchParams({ ...window, ...query });
      return (await world.ask<{ count: number }>('GET', `maintenance-requests/?${search}`)).count;
    };
    assert.deepEqual([await behind({ reached: 'accepted' }), await behind({ reached: 'solved' })], [2, 1]);
    assert.equal(await behind({}), 2, 'one was made before');
    const sorted = waiting.toSorted((a, b) => a.priority.localeCompare(b.priority));
    assert.deepEqual(sorted, [
      { priority: 'high', age: 'day', count: 1 },
      { priority: 'urgent', age: 'month', count: 1 },
    ]);
  });

  it('are those of one plant where it is named, and of no other', async () => {
    assert.equal((await figures('&proj_code=SUNNY')).by_cause.length, 1);
    await world.ask('GET', 'maintenance-figures/?start=2026-06-18T00:00:00Z&end=2026-06-17T00:00:00Z', {
      status: 400,
    });
    const start = new Date(START).toISOString();
    await world.ask(
      'GET',
      `maintenance-figures/?start=${start}&end=${new Date(NOW).toISOString()}&proj_code=NONE`,
      { status: 404 },
    );
  });
});

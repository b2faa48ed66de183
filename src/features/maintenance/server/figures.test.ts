import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
    const [first] = inverters;
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
    const failed = { failures: 2, repair_h: 3, between_h: 57 };
    assert.deepEqual(
      by_cause.map(({ cause_id: _, ...one }) => one),
      [{ cause: 'Guasto inverter', ...failed }],
    );
    assert.deepEqual(by_model, [{ manufacturer: 'SMA', model: 'STP 50', devices: 2, ...failed }]);
    assert.deepEqual(by_maker, [{ manufacturer: 'SMA', devices: 2, ...failed }]);
  });

  it('weigh the models of a maker by their failures', () => {
    const model = (name: string, failures: number, repair_h: number | null, worked_h: number) => ({
      ...{ manufacturer: 'SMA', model: name, devices: 1, failures, repair_h, worked_h },
    });
    // (3 × 2 h + 1 × 10 h) / 4 = 4 h; the third has not been repaired yet.
    const [maker] = byMaker([model('a', 3, 2, 100), model('b', 1, 10, 50), model('c', 1, null, 30)]);
    assert.deepEqual(maker, { manufacturer: 'SMA', devices: 3, failures: 5, repair_h: 4, worked_h: 180 });
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

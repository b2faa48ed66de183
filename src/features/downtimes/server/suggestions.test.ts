import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, energyBetween, NOW, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import type { Downtime } from '../downtimes.contract.ts';
import type { DowntimeSuggestion } from '../suggestions.contract.ts';
import { searchAgain, searchPlant, searchYesterday } from './search-plants.ts';

interface Page {
  count: number;
  results: DowntimeSuggestion[];
}

describe('suggested downtimes', () => {
  let plant: StoppedPlant;
  let first: number;
  before(async () => {
    plant = await StoppedPlant.make([
      { from: at('10:00'), to: at('13:00') },
      { from: at('15:00', 1), to: at('09:00', 2) },
    ]);
    [first = 0] = plant.inverters;
  });
  after(() => plant?.test.close());

  const work = () => ({
    pool: plant.test.pool,
    scope: scopeOfWork(plant.company.company_id),
    now: new Date(NOW),
  });
  const list = async (state = 'open') =>
    (await plant.ask<Page>('GET', `downtime-suggestions/?state=${state}`)).results;
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) < 0.05 * expected, `${actual} instead of ${expected}`);
  const forget = () =>
    plant.test.arrange(
      'with s as (delete from downtime_scan), g as (delete from downtime_suggestion) delete from downtime',
    );

  it('are found of yesterday once, with the alarm of that time and a cause for it', async () => {
    const [alarm] = await plant.test.arrange<{ id: string }>(
      `insert into alarm (company_id, plant_id, device_id, type, code, params, date, end_date)
       values ($1, $2, $3, 'E', 'inverter_fault', '{}', $4, $5) returning id`,
      [plant.company.company_id, plant.plant_id, first, at('15:10', 1), at('20:00', 1)],
    );
    assert.equal(await searchYesterday(work()), 1);
    assert.equal(await searchYesterday(work()), 0, 'the day was searched already');
    const [one] = await list();
    assert.ok(one);
    assert.deepEqual(
      [one.start, one.stop, one.kind, one.measure, one.whole_plant],
      [at('15:00', 1), null, 'none', 'siblings', false],
    );
    assert.deepEqual(
      [one.devices.map(({ device_id }) => device_id), one.alarms.map(({ id }) => id), one.cause_id],
      [[first], [Number(alarm?.id)], await plant.cause('inverter')],
    );
    // The reading of a moment tells of the quarter that it opens.
    near(one.energy_kwh, energyBetween(at('14:45', 1), at('21:00', 1)));
  });

  it('go on over the night and end with it, and become a downtime that begins with all of this', async () => {
    await searchPlant(work(), { proj_code: 'SUNNY', from_on: '2026-06-20', to_on: '2026-06-20' });
    const [one, ...others] = await list();
    assert.ok(one);
    assert.deepEqual([one.start, one.stop, others.length], [at('15:00', 1), at('09:00', 2), 0]);
    assert.equal(one.alarms.length, 1, 'an alarm of the day before belongs to it, though it has ended');
    const downtime = await plant.ask<Downtime>('POST', `downtime-suggestions/${one.id}/accept/`, {
      body: { notes: 'seen on site', version: one.version },
      status: 201,
    });
    assert.deepEqual(
      [downtime.device_ids, downtime.start, downtime.stop, downtime.cause.kind, downtime.notes],
      [[first], one.start, one.stop, 'inverter', 'seen on site'],
    );
    assert.equal(downtime.alarms.length, 1);
    assert.deepEqual(
      (await list('accepted')).map(({ downtime_id }) => downtime_id),
      [downtime.id],
    );
    await plant.ask('POST', `downtime-suggestions/${one.id}/accept/`, { body: {}, status: 409 });
    // What is recorded is not suggested again.
    await searchPlant(work(), { proj_code: 'SUNNY', from_on: '2026-06-19', to_on: '2026-06-20' });
    assert.deepEqual(await list(), []);
    await forget();
  });

  it('are split, merged, and dismissed with a reason for good', async () => {
    const search = () =>
      searchPlant(work(), { proj_code: 'SUNNY', from_on: '2026-06-18', to_on: '2026-06-18' });
    await search();
    const [one] = await list();
    assert.ok(one);
    const split = (body: object, status: number) =>
      plant.ask<DowntimeSuggestion[]>('POST', `downtime-suggestions/${one.id}/split/`, { body, status });
    await split({ at: at('09:00') }, 400);
    const parts = await split({ at: at('11:00'), version: one.version }, 200);
    assert.deepEqual(
      parts.map(({ start, stop }) => [start, stop]),
      [
        [at('11:00'), at('13:00')],
        [at('10:00'), at('11:00')],
      ],
    );
    await split({ at: at('10:30'), version: one.version }, 409);
    await search();
    assert.equal((await list()).length, 2, 'what people have changed stays as it is');
    const suggestions = parts.map(({ id, version }) => ({ id, version }));
    const whole = await plant.ask<DowntimeSuggestion>('POST', 'downtime-suggestions-merge/', {
      body: { suggestions },
    });
    assert.deepEqual([whole.start, whole.stop], [at('10:00'), at('13:00')]);
    near(whole.energy_kwh, one.energy_kwh);
    const dismissal = `downtime-suggestions/${whole.id}/dismiss/`;
    await plant.ask('POST', dismissal, { body: { reason: '' }, status: 400 });
    await plant.ask('POST', dismissal, { body: { reason: 'panels were cleaned' } });
    await search();
    assert.deepEqual(await list(), []);
    assert.equal((await list('dismissed'))[0]?.reason, 'panels were cleaned');
    await forget();
  });

  it('of a device that made 40 % become a downtime of the rest of its power', async () => {
    await searchPlant(work(), { proj_code: 'SUNNY', from_on: '2026-06-18', to_on: '2026-06-18' });
    await plant.test.arrange(`update downtime_suggestion set kind = 'much_less', share = 0.6`);
    const [one] = await list();
    assert.ok(one);
    // The device has 50 of the plant's 100 kW: 60 % of it are 30 % of the plant.
    assert.deepEqual([one.percentage, one.until], [30, at('13:00')]);
    const body = { cause_id: await plant.cause('inverter') };
    const { id } = await plant.ask<Downtime>('POST', `downtime-suggestions/${one.id}/accept/`, {
      body,
      status: 201,
    });
    const downtime = await plant.counted(id);
    assert.deepEqual([downtime.percentage, downtime.percentage_by], [30, 'hand']);
    near(downtime.energy_lost ?? 0, 0.6 * energyBetween(at('10:00'), at('13:00')));
    await forget();
  });

  it('are looked for again where data came after the day was searched', async () => {
    await searchYesterday(work());
    await plant.test.arrange('delete from downtime_suggestion');
    assert.equal(await searchAgain(work()), 0, 'nothing came since');
    // Expected energy of a day is made anew when its readings change.
    await inScope(plant.test.pool, plant.company, (tx) =>
      tx.query(
        `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums,
                                   hours, made_at)
         values ($1, $2, '2026-06-19', 'late', '{0}', 0, true, 15, 0, '{0,0,0,0,0,0,0}', $3, $4)`,
        [plant.company.company_id, plant.plant_id, Buffer.alloc(4 * 4 * 24), new Date(NOW + 1000)],
      ),
    );
    assert.equal(await searchAgain(work()), 1);
    await forget();
  });
});

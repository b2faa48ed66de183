import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../../tests/support/program.ts';
import { at, energyBetween, NOW, START, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { createLog } from '../../../shared/server/log.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { Downtime, DowntimeDraft, DowntimeTotals } from '../downtimes.contract.ts';
import { countDowntime } from './count-losses.ts';
import { countDue } from './downtime-keeper.ts';
import { markChangedDays, markMoved, markPriced } from './loss.repository.ts';
import { startTariffWatch } from './tariff-watch.ts';

interface Page {
  count: number;
  results: Downtime[];
}
interface Refusal {
  errors: { path: string; code: string }[];
  stored?: Downtime;
}

const near = (actual: number | null | undefined, expected: number, tolerance = 0.01): void =>
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= tolerance * Math.abs(expected),
    `${actual} instead of ${expected}`,
  );

describe('downtimes', () => {
  let plant: StoppedPlant;
  let first: number;
  before(async () => {
    plant = await StoppedPlant.make([{ from: at('10:00'), to: at('13:00') }]);
    [first = 0] = plant.inverters;
  });
  after(() => plant?.test.close());

  const clear = () => plant.test.arrange('delete from downtime', []);
  const price = (clock: string, eur_mwh: number) =>
    plant.test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, $2, $3)
       on conflict (zone, start_at) do update set eur_mwh = excluded.eur_mwh, imported_at = excluded.imported_at`,
      [at(clock), eur_mwh, new Date(NOW)],
    );

  it('lose what their sister made meanwhile, by the share of power that stood still', async () => {
    const downtime = await plant.record({ start: at('10:15'), stop: at('12:30'), device_ids: [first] });
    assert.deepEqual(
      [downtime.extent, downtime.percentage, downtime.percentage_by],
      ['devices', 50, 'devices'],
    );
    // INV2 is of the same power: its energy of 10:00–11:00, three quarters of it, and so on.
    const hour = (from: string, to: string) => energyBetween(at(from), at(to));
    const lost = 0.75 * hour('10:00', '11:00') + hour('11:00', '12:00') + 0.5 * hour('12:00', '13:00');
    near(downtime.energy_lost, lost, 0.001);
    const { loss } = downtime;
    assert.deepEqual(
      [loss.model, loss.sisters, loss.hours, loss.missing_hours, loss.due],
      ['sisters', 1, 2.25, 0, false],
    );
    // No price is known: no earning is, and the hours that lack one are said.
    assert.deepEqual([downtime.earning_lost, loss.basis, loss.unpriced_hours], [null, null, 3]);
    for (const clock of ['10:00', '11:00', '12:00']) await price(clock, 100);
    const pricedOf = (start: string, end: string) =>
      inScope(plant.test.pool, plant.company, (tx) =>
        markPriced(tx, { zone: 'PUN', national: true, start: new Date(start), end: new Date(end) }),
      );
    await pricedOf(at('12:30'), at('13:00'));
    assert.equal(await plant.count(), 0, 'prices of other hours are none of its own');
    await pricedOf(at('10:00'), at('13:00'));
    const priced = await plant.counted(downtime.id);
    near(priced.earning_lost, lost / 10, 0.006);
    assert.deepEqual(
      [priced.loss.basis, priced.loss.zone, priced.loss.zone_named],
      ['market_price', 'PUN', false],
    );
    assert.equal(priced.version, downtime.version, 'the program is nobody to be in conflict with');

    // 0.20 EUR/kWh for what is produced and 0.05 for what is fed in: what pays by tariff comes before the market, as soon as it changes.
    const { pool, database } = plant.test;
    const log = createLog('silent', 'test');
    const watch = await startTariffWatch({ pool, database, log, now: () => new Date(NOW) });
    for (const [kind, rate] of [
      ['incentive', 0.2],
      ['fixed', 0.05],
    ] as const)
      await plant.ask('POST', 'tariffs/', {
        body: {
          proj_code: 'SUNNY',
          kind,
          name: kind,
          steps: [{ from_on: '2020-01-01', to_on: null, rate }],
        },
        status: 201,
      });
    let paid = priced;
    await until(async () => {
      paid = await plant.ask('GET', `downtimes/${downtime.id}/`);
      return Math.abs((paid.earning_lost ?? 0) - lost * 0.25) < 0.01 * lost;
    }, 'priced by its tariffs');
    await watch.close();
    near(paid.earning_lost, lost * 0.25, 0.006);
    assert.deepEqual([paid.loss.basis, paid.loss.unpriced_hours], ['tariffs', 0]);

    // Tariffs that go while it is counted: between what it is counted by, and its days. 100 EUR/MWh of the market remain.
    let steps = 0;
    const connect = async () => {
      steps += 1;
      if (steps === 2) await plant.test.arrange('delete from tariff', []);
      return pool.connect();
    };
    await countDowntime(
      { pool: { connect } as typeof pool, scope: plant.company, now: new Date(NOW) },
      downtime.id,
    );
    const again = await plant.ask('GET', `downtimes/${downtime.id}/`);
    near(again.earning_lost, lost / 10, 0.006);
    assert.deepEqual([again.loss.basis, again.loss.sold_at_market], ['market_price', false]);

    // An incentive of 0.30 EUR/kWh and nothing said of the sale: the market's 0.10 stands for it, 0.40 together.
    await plant.ask('POST', 'tariffs/', {
      body: {
        proj_code: 'SUNNY',
        kind: 'incentive',
        name: 'incentive',
        steps: [{ from_on: '2020-01-01', to_on: null, rate: 0.3 }],
      },
      status: 201,
    });
    await inScope(plant.test.pool, plant.company, (tx) => markMoved(tx, 'PUN'));
    const sold = await plant.counted(downtime.id);
    near(sold.earning_lost, lost * 0.4, 0.006);
    assert.deepEqual(
      [sold.loss.basis, sold.loss.sold_at_market, sold.loss.unsold_hours],
      ['tariffs', true, 0],
    );
    // Without any price of the market the incentive is certain, 0.30 of all, and it is said that the sale of three hours has none.
    await plant.test.arrange('delete from market_price', []);
    await pricedOf(at('10:00'), at('13:00'));
    const unsold = await plant.counted(downtime.id);
    near(unsold.earning_lost, lost * 0.3, 0.006);
    assert.deepEqual([unsold.loss.unpriced_hours, unsold.loss.unsold_hours], [0, 3]);
    near(unsold.loss.unsold_kwh, lost, 0.001);
    for (const clock of ['10:00', '11:00', '12:00']) await price(clock, 100);
    await plant.test.arrange('delete from tariff', []);
    await clear();
  });

  it('of which only nothing was heard lose nothing where readings came, and are worked out anew by another cause', async () => {
    const silent = { start: at('10:00'), stop: at('12:00'), device_ids: [first] };
    const downtime = await plant.record({ ...silent, cause_id: await plant.cause('communication') });
    assert.deepEqual([downtime.energy_lost, downtime.earning_lost], [0, 0]);
    // Expected energy of another day tells nothing of it; of its own it does.
    const remade = (day: string) =>
      inScope(plant.test.pool, plant.company, async (tx) => {
        await tx.query(
          `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums,
                                     hours, made_at)
           values ($1, $2, $3, 'late', '{0}', 0, true, 15, 0, '{0,0,0,0,0,0,0}', $4, $5)`,
          [plant.company.company_id, plant.plant_id, day, Buffer.alloc(4 * 4 * 24), new Date(NOW + 1000)],
        );
        await markChangedDays(tx);
      });
    await remade('2026-06-12');
    assert.equal(await plant.count(), 0);
    await remade('2026-06-18');
    assert.equal(await plant.count(), 1);
    await plant.test.arrange('delete from expected_day', []);
    await plant.ask('PUT', `downtimes/${downtime.id}/`, {
      body: { cause_id: await plant.cause('inverter') },
    });
    near((await plant.counted(downtime.id)).energy_lost, energyBetween(at('10:00'), at('12:00')), 0.001);
    await clear();
  });

  it('begin from an alarm of much less with what was not made', async () => {
    const draft = async (code: string, params: object) => {
      const [row] = await plant.test.arrange<{ id: string }>(
        `insert into alarm (company_id, plant_id, device_id, type, code, params, date)
         values ($1, $2, $3, 'W', $4, $5, $6) returning id`,
        [plant.company.company_id, plant.plant_id, first, code, JSON.stringify(params), at('10:00')],
      );
      const answer = await plant.ask<DowntimeDraft>('GET', `downtime-draft/?alarm_id=${row?.id}`);
      await plant.test.arrange('delete from alarm', []);
      return answer;
    };
    // The device has 50 of 100 kW: of 40 % less it is 20 % of the plant, of one string in five 10 %.
    assert.equal((await draft('under_expectation', { deficit_pct: 40 })).percentage, 20);
    assert.equal((await draft('string_weak', { n: 1, of: 5 })).percentage, 10);
    assert.equal((await draft('inverter_fault', {})).percentage, null);
    assert.equal((await draft('under_expectation', {})).percentage, null);
  });

  it('without a figure share out by their days what a person says of them', async () => {
    const fields = { start: at('12:00'), stop: at('12:00', 1), percentage: 50 };
    const known = await plant.record(fields);
    assert.ok((known.energy_lost ?? 0) > 0);
    await plant.test.arrange('update device set nominal_power = null, kw_peak = null, panel_watt = null', []);
    await plant.test.arrange('update plant set potenza_nominale = null', []);
    await plant.ask('PUT', `downtimes/${known.id}/`, { body: { energy_hand: 100 } });
    const said = await plant.counted(known.id);
    assert.deepEqual([said.loss.lack, said.loss.counted_kwh, said.energy_lost], ['power', null, 100]);
    const within = async (start: string, end: string) => {
      const window = new URLSearchParams({ start, end });
      const totals = await plant.ask<DowntimeTotals>('GET', `downtimes-totals/?${window}`);
      return totals.within?.energy_lost ?? Number.NaN;
    };
    const [one, other] = [
      await within(at('00:00'), at('00:00', 1)),
      await within(at('00:00', 1), at('00:00', 2)),
    ];
    near(one + other, 100, 1e-9);
    // A day is whole, and its last moment belongs to it.
    const day = at('12:00').slice(0, 10);
    near(await within(day, day), one, 1e-9);
    const found = async (more: string) =>
      (await plant.ask<{ count: number }>('GET', `downtimes/?start=${day}&end=${day}${more}`)).count;
    assert.deepEqual([await found(''), await found('&proj_code=SUNNY&maker=&cause_id=')], [1, 1]);
    // Of a plant that is named it is the plant's: twelve o'clock in Italy is the evening before in Samoa.
    await plant.test.arrange(`update plant set time_zone = 'Pacific/Pago_Pago'`, []);
    await plant.ask('PUT', `downtimes/${known.id}/`, { body: { stop: at('12:30') } });
    assert.deepEqual([await found(''), await found('&proj_code=SUNNY')], [1, 0]);
    await plant.ask('PUT', `downtimes/${known.id}/`, { body: { stop: at('12:00', 1) } });
    await plant.test.arrange(`update plant set time_zone = 'Europe/Rome'`, []);
    // 12:00–21:00 of the first day has more hours of light than what is before noon on the second.
    assert.ok(one > other && other > 0, `${one} and ${other}`);
    const days = await plant.ask<{ energy_kwh: number | null }[]>('GET', `downtimes/${known.id}/losses/`);
    assert.deepEqual(
      days.map(({ energy_kwh }) => energy_kwh),
      [null, null],
      'what was known before the lack is gone',
    );
    await plant.test.arrange(`update device set nominal_power = 50 where short_name like 'INV%'`, []);
    await plant.test.arrange('update plant set potenza_nominale = 100', []);
    await clear();
  });

  it('lose what the own irradiance lets expect where no sister stood upright', async () => {
    const downtime = await plant.record({ start: at('10:00'), stop: at('12:00') });
    assert.deepEqual([downtime.extent, downtime.percentage], ['plant', 100]);
    assert.deepEqual([downtime.loss.model, downtime.loss.inputs], ['irradiance', ['plane_of_array']]);
    // Twice what one inverter of the two makes; expected energy comes to that within some percent.
    near(downtime.energy_lost, 2 * energyBetween(at('10:00'), at('12:00')), 0.1);
    // Whoever says more keeps what was worked out.
    const body = { energy_hand: 60, earning_hand: 5, version: downtime.version };
    const said = await plant.ask('PUT', `downtimes/${downtime.id}/`, { body });
    assert.deepEqual(
      [said.energy_lost, said.earning_lost, said.loss.counted_kwh],
      [60, 5, downtime.energy_lost],
    );
    const late = await plant.ask<Refusal>('PUT', `downtimes/${downtime.id}/`, { body, status: 409 });
    assert.equal(late.stored?.version, said.version);
    // Without a price of one's own the earning follows the energy.
    const priced = await plant.counted(downtime.id);
    const back = await plant.ask('PUT', `downtimes/${downtime.id}/`, { body: { earning_hand: null } });
    near(back.earning_lost, ((priced.loss.counted_eur ?? 0) * 60) / (downtime.energy_lost ?? 1), 0.006);
    await clear();
  });

  it('count while they last, and offer to end when production is back; reopened they go on', async () => {
    const lasting = await plant.record({ start: at('10:00'), device_ids: [first] });
    assert.equal(lasting.stop, null);
    assert.equal(lasting.proposed_stop, at('13:00'));
    const body = { stop: lasting.proposed_stop };
    await plant.ask('PUT', `downtimes/${lasting.id}/`, { body });
    const ended = await plant.counted(lasting.id);
    near(ended.energy_lost, energyBetween(at('10:00'), at('13:00')), 0.001);
    assert.equal(ended.proposed_stop, null);
    await plant.ask('PUT', `downtimes/${lasting.id}/`, { body: { stop: null } });
    const reopened = await plant.counted(lasting.id);
    near(reopened.energy_lost, lasting.energy_lost ?? 0, 1e-9);
    assert.equal(reopened.proposed_stop, at('13:00'));
    // An hour on, nothing has changed: of what lasts the last days are worked out again, and come to the same.
    const [counted] = await plant.test.arrange<{ at: Date }>(
      'select max(loss_counted_at) as at from downtime',
      [],
    );
    await plant.test.arrange('update downtime set loss_counted_at = $1 where loss_counted_at is not null', [
      new Date(Number(counted?.at) - 7_200_000),
    ]);
    assert.equal(await plant.count(true), 1);
    near((await plant.ask('GET', `downtimes/${lasting.id}/`)).energy_lost, lasting.energy_lost ?? 0, 1e-9);
    // Where a person says that most of it is out, what it makes tells of the end; where little is, it makes well all along.
    for (const [percentage, stop] of [
      [40, at('13:00')],
      [20, null],
    ] as const) {
      await plant.ask('PUT', `downtimes/${lasting.id}/`, { body: { percentage } });
      assert.equal((await plant.counted(lasting.id)).proposed_stop, stop);
    }
    await clear();
  });

  it('lose nobody knows what until their first hour is over, and are counted again once the last one is', async () => {
    const { id } = await plant.ask('POST', 'downtimes/', {
      body: {
        proj_code: 'SUNNY',
        cause_id: await plant.cause('inverter'),
        device_ids: [first],
        start: at('11:15', 2),
        stop: at('11:45', 2),
      },
      status: 201,
    });
    const { pool } = plant.test;
    await countDowntime({ pool, scope: plant.company, now: new Date(at('11:50', 2)) }, id);
    const early = await plant.ask('GET', `downtimes/${id}/`);
    assert.deepEqual([early.energy_lost, early.earning_lost, early.loss.lack], [null, null, 'early']);
    const countAt = (clock: string) => {
      const keeping = { pool, log: { warn: assert.fail }, now: () => new Date(at(clock, 2)) };
      return countDue(keeping, plant.company.company_id, true);
    };
    assert.equal(await countAt('12:55'), 1);
    // INV2 is of the same power: half of what it made from 11:00 to 12:00.
    const over = await plant.ask('GET', `downtimes/${id}/`);
    near(over.energy_lost, energyBetween(at('11:00', 2), at('12:00', 2)) / 2, 0.001);
    assert.equal(over.loss.lack, null);
    assert.equal(await countAt('14:00'), 0, 'and then no more');
    await clear();
  });

  it('never count an hour of a device twice, and lose their part to whoever began earlier', async () => {
    const whole = await plant.record({ start: at('11:00'), stop: at('12:00') });
    const device = await plant.record({ start: at('10:00'), stop: at('12:00'), device_ids: [first] });
    const later = await plant.ask('GET', `downtimes/${whole.id}/`);
    assert.deepEqual([device.loss.given_hours, later.loss.given_hours], [0, 0.5]);
    near(later.energy_lost, (whole.energy_lost ?? 0) / 2, 1e-6);
    await plant.ask('DELETE', `downtimes/${device.id}/`, { status: 204 });
    const alone = await plant.counted(whole.id);
    near(alone.energy_lost, whole.energy_lost ?? 0, 1e-9);
    await clear();
  });

  it('are listed by the half-open window that they touch, open ones too, and add up to the waterfall', async () => {
    const curtailed = { cause_id: await plant.cause('curtailment'), percentage: 20 };
    await plant.record({ start: at('10:00'), stop: at('11:00'), device_ids: [first] });
    await plant.record({ start: at('12:00'), stop: at('13:00'), notes: 'Ventola, bolla 4711', ...curtailed });
    await plant.record({ start: at('11:00', 2), device_ids: [first] });
    const listed = async (asked: Record<string, string>) => {
      const query = new URLSearchParams({ ...asked, sort: 'start' });
      const { results } = await plant.ask<Page>('GET', `downtimes/?${query}`);
      return results.map(({ start: began }) => began);
    };
    const list = (start: string, end: string) => listed({ start, end });
    // Each word of a search stands where it likes: in the notes, in the plant's code, in a device's name.
    assert.deepEqual(await listed({ search: 'VENTOLA sunny 4711' }), [at('12:00')]);
    assert.deepEqual(await listed({ search: 'ventola 4712' }), []);
    assert.deepEqual(await listed({ search: 'sunny' }), [at('10:00'), at('12:00'), at('11:00', 2)]);
    assert.deepEqual(await list(at('11:00'), at('12:00')), []);
    assert.deepEqual(await list(at('10:59'), at('12:01')), [at('10:00'), at('12:00')]);
    assert.deepEqual(await list(at('11:30', 2), at('12:00', 3)), [at('11:00', 2)]);
    const refused = await plant.ask<Refusal>('GET', `downtimes/?start=${at('12:00')}&end=${at('11:00')}`, {
      status: 400,
    });
    assert.deepEqual(refused.errors[0]?.path, 'end');
    const window = new URLSearchParams({ start: at('00:00'), end: at('00:00', 1), proj_code: 'SUNNY' });
    const totals = await plant.ask<DowntimeTotals>('GET', `downtimes-totals/?${window}`);
    assert.deepEqual([totals.count, totals.without_energy, totals.within?.unpaired_kwh], [2, 0, 0]);
    const { bars } = await plant.ask<{ bars: { name: string; kwh: number | null }[] }>(
      'GET',
      `energy-waterfall/?${window}`,
    );
    const bar = (name: string) => bars.find((one) => one.name === name)?.kwh ?? 0;
    near(-bar('downtime') - bar('curtailment'), totals.within?.energy_lost ?? 0, 1e-4);
    assert.ok(bar('curtailment') < 0 && bar('downtime') < 0);
    await clear();
  });

  it('of one kind alone leave the other not recorded', async () => {
    const window = new URLSearchParams({ start: at('00:00'), end: at('00:00', 1), proj_code: 'SUNNY' });
    const recorded = async () => {
      const { bars } = await plant.ask<{ bars: { name: string; kwh: number | null; recorded: boolean }[] }>(
        'GET',
        `energy-waterfall/?${window}`,
      );
      return ['downtime', 'curtailment'].map((name) => {
        const bar = bars.find((one) => one.name === name);
        assert.equal(bar?.recorded, bar?.kwh !== null);
        return bar?.recorded;
      });
    };
    assert.deepEqual(await recorded(), [false, false]);
    await plant.record({ start: at('10:00'), stop: at('11:00'), device_ids: [first] });
    assert.deepEqual(await recorded(), [true, false]);
    await clear();
    await plant.record({
      start: at('12:00'),
      stop: at('13:00'),
      percentage: 20,
      cause_id: await plant.cause('curtailment'),
    });
    assert.deepEqual(await recorded(), [false, true]);
    await clear();
  });

  it('refuse what cannot be, each with a sentence at its field', async () => {
    const other = await plant.ask<{ proj_code: string }>('POST', 'plants/', {
      body: { proj_code: 'OTHER', name: 'Other' },
      status: 201,
    });
    const { id: section_id } = await plant.ask<{ id: number }>('POST', 'plant-sections/', {
      body: { proj_code: other.proj_code, name: 'Roof' },
      status: 201,
    });
    const cause_id = await plant.cause('grid');
    const refuse = async (fields: object, path: string, code?: string) => {
      const body = { proj_code: 'SUNNY', cause_id, start: at('10:00'), ...fields };
      const { errors } = await plant.ask<Refusal>('POST', 'downtimes/', { body, status: 400 });
      assert.deepEqual([errors[0]?.path, code ?? errors[0]?.code], [path, errors[0]?.code]);
    };
    await refuse({ stop: at('10:00') }, 'stop', 'not_after_start');
    await refuse({ start: new Date(NOW + HOUR_MS).toISOString() }, 'start', 'in_future');
    await refuse({ percentage: 101 }, 'percentage');
    await refuse({ percentage: -1 }, 'percentage');
    await refuse({ section_id }, 'section_id', 'section_elsewhere');
    await refuse({ proj_code: 'OTHER', device_ids: [first] }, 'device_ids', 'device_elsewhere');
    const [sensor] = await plant.test.arrange<{ id: string }>(
      `select id from device where short_name = 'SENSOR'`,
    );
    const id = Number(sensor?.id);
    await refuse({ device_ids: [id] }, 'percentage', 'share_unknown');
    await plant.ask('POST', 'downtimes/', {
      body: { proj_code: 'SUNNY', cause_id, start: at('10:00'), device_ids: [999_999] },
      status: 404,
    });
    assert.equal((await plant.ask<Page>('GET', 'downtimes/')).count, 0, 'nothing was stored');
    const named = await plant.record({
      start: at('10:00'),
      stop: at('11:00'),
      device_ids: [id],
      percentage: 10,
    });
    assert.deepEqual([named.percentage, named.percentage_by], [10, 'hand']);
    // Who sends back what was answered does not make it their word.
    const worked = await plant.record({ start: at('12:00'), stop: at('13:00'), device_ids: [first] });
    const put = async (body: object) => {
      const url = `downtimes/${worked.id}/`;
      return (await plant.ask<{ percentage_by: string }>('PUT', url, { body })).percentage_by;
    };
    assert.equal(await put({ ...worked, notes: 'Seen' }), 'devices');
    assert.equal(await put({ percentage: worked.percentage, percentage_by: 'hand' }), 'hand');
    assert.equal(await put({ percentage: null }), 'devices');
    await clear();
  });

  it('go into a bin, come back, and go for ever by who owns or manages the company alone', async () => {
    const { id } = await plant.record({ start: at('10:00'), stop: at('11:00'), device_ids: [first] });
    const engineer = await plant.enter(['ENGINEER_0', 'APP_0'], [plant.plant_id]);
    await plant.ask('DELETE', `downtimes/${id}/`, { as: engineer, status: 204 });
    assert.equal((await plant.ask<Page>('GET', 'downtimes-bin/', { as: engineer })).count, 1);
    await plant.ask('POST', `downtimes-bin/${id}/restore/`, { as: engineer, status: 204 });
    const back = await plant.counted(id);
    near(back.energy_lost, energyBetween(at('10:00'), at('11:00')), 0.001);
    await plant.ask('DELETE', `downtimes/${id}/`, { as: engineer, status: 204 });
    await plant.ask('DELETE', `downtimes-bin/${id}/`, { as: engineer, status: 403 });
    await plant.ask('DELETE', `downtimes-bin/${id}/`, { status: 204 });
    await plant.ask('GET', `downtimes/${id}/`, { status: 404 });
    // Who is named for another plant sees none of it.
    const stranger = await plant.enter(['ENGINEER_0', 'APP_0'], []);
    const kept = await plant.record({ start: at('10:00'), stop: at('11:00') });
    await plant.ask('GET', `downtimes/${kept.id}/`, { as: stranger, status: 404 });
    assert.equal((await plant.ask<DowntimeTotals>('GET', 'downtimes-totals/', { as: stranger })).count, 0);
    await clear();
  });

  it('keep their cause: one in use is retired instead of deleted, and offered no more', async () => {
    const cause_id = await plant.cause('theft');
    const stolen = await plant.record({ start: at('10:00'), stop: at('11:00'), cause_id });
    const stays = async (path: string) => {
      const { errors } = await plant.ask<Refusal>('DELETE', path, { status: 409 });
      assert.equal(errors[0]?.code, 'cause_in_use');
    };
    await stays(`downtime-causes/${cause_id}/`);
    await plant.ask('DELETE', `downtimes/${stolen.id}/`, { status: 204 });
    await stays(`downtime-causes/${cause_id}/`);
    // Whoever came to be named in the bin is not deleted for ever either.
    await plant.test.arrange('update downtime_cause set deleted_at = now() where id = $1', [cause_id]);
    await stays(`downtime-causes-bin/${cause_id}/`);
    await plant.test.arrange('update downtime_cause set deleted_at = null where id = $1', [cause_id]);
    await plant.ask('PATCH', `downtime-causes/${cause_id}/`, { body: { retired: true } });
    const body = { proj_code: 'SUNNY', start: at('12:00'), cause_id };
    const refused = await plant.ask<Refusal>('POST', 'downtimes/', { body, status: 400 });
    assert.deepEqual([refused.errors[0]?.path, refused.errors[0]?.code], ['cause_id', 'cause_retired']);
    await clear();
    const setting = { cause_id: await plant.cause('grid'), from_on: '2026-01-01', counts: true };
    const ask = (fields: object, status: number) =>
      plant.ask<{ id: number }>('POST', 'downtime-k451-settings/', {
        body: { ...setting, ...fields },
        status,
      });
    for (const [start, stop] of [
      ['08:00', '09:00'],
      ['10:00', '11:00'],
      ['14:00', '16:00'],
    ] as const)
      await plant.record({ start: at(start), stop: at(stop), cause_id: setting.cause_id });
    await plant.test.arrange('delete from changed_days');
    const { id } = await ask({}, 201);
    // However many downtimes of the cause a plant had, it is marked once, from the first to the last.
    const marks = await plant.test.arrange<{ from_at: Date; to_at: Date }>(
      'select from_at, to_at from changed_days',
    );
    assert.deepEqual(
      marks.map(({ from_at, to_at }) => [from_at.toISOString(), to_at.toISOString()]),
      [[at('08:00'), at('16:00')]],
    );
    await clear();
    await ask({ from_on: '2026-06-01' }, 409);
    await ask({ from_on: '2026-06-01', to_on: '2026-05-31' }, 400);
    await ask({ proj_code: 'SUNNY', from_on: '2026-06-01' }, 201);
    await plant.ask('DELETE', `downtime-causes/${setting.cause_id}/`, { status: 409 });
    await plant.ask('DELETE', `downtime-k451-settings/${id}/`, { status: 204 });
    assert.equal((await plant.ask<object[]>('GET', 'downtime-k451-settings/')).length, 1);
  });

  it('are a file in the reader’s language', async () => {
    await plant.record({ start: at('10:00'), stop: at('11:00'), device_ids: [first], notes: '=1+1' });
    const url =
      '/api/v1/downtimes-export/?format=csv&language=it&columns=plant,what,start,hours,energy_lost,notes';
    const { body } = await plant.test.app.inject({ url, headers: plant.owner });
    const [head, row] = body.replace('\uFEFF', '').split('\r\n');
    assert.equal(head, "Impianto;Oggetto;Inizio (ora dell'impianto);Durata (h);Energia persa (kWh);Note");
    assert.match(row ?? '', /^SUNNY \(SUNNY\);INV1;18\/06\/2026 10:00;1;\d+,\d+;'=1\+1$/);
    assert.equal(START, Date.parse(at('00:00')));
    await clear();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { z } from 'zod';
import { makeDevice, makePlant } from '../../../../tests/support/app.ts';
import { at, NOW, powerAt, START, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { cents } from '../../../shared/units/money.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { PlannedBudget, PlantBudget } from '../budget.contract.ts';
import type { ImportedPayments, PaymentBalance } from '../payments.contract.ts';
import type { RevenueHour, Revenues, SuggestedRevenue } from '../revenues.contract.ts';
import type { Tariff } from '../tariffs.contract.ts';
import { DaysSetAside } from './days-set-aside.ts';
import { periodEnergies } from './period-energies.public.ts';
import { keepRevenueDays } from './revenue-day-keeper.ts';
import { revenuesOf } from './revenues.ts';
import { revenuesOfMany } from './revenues-of-many.ts';

const QUARTER_H = 0.25;

/** kWh that both inverters made in each hour of the first day, by the clock of Rome. */
const made = Array.from({ length: 24 }, (_, hour) => {
  let kwh = 0;
  for (let quarter = 1; quarter <= 4; quarter++)
    kwh += 2 * powerAt(START + hour * HOUR_MS + quarter * 900_000) * QUARTER_H;
  return kwh;
});
const total = made.reduce((a, b) => a + b, 0);

describe('what a plant earns', () => {
  let world: StoppedPlant;
  before(async () => {
    world = await StoppedPlant.make([]);
    // All hours of the day but the one from ten to eleven have a price.
    for (let hour = 0; hour < 24; hour++)
      if (hour !== 10)
        await world.test.arrange(
          `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, 100, $2)`,
          [new Date(START + hour * HOUR_MS).toISOString(), at('00:00')],
        );
  });
  after(() => world?.test.close());

  const tariff = (kind: string, rate: number, more: object = {}, status = 201): Promise<Tariff> =>
    world.ask('POST', 'tariffs/', {
      body: {
        proj_code: 'SUNNY',
        kind,
        name: kind,
        steps: [{ from_on: '2026-01-01', to_on: null, rate }],
        ...more,
      },
      status,
    });
  const revenues = (query: string): Promise<Revenues> =>
    world.ask('GET', `revenues/?proj_code=SUNNY&${query}`);
  const near = (value: number | null | undefined, expected: number, by = 0.011) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) <= by, `${value} instead of ${expected}`);

  it('is worked out hour by hour for each tariff, and says what is missing', async () => {
    const incentive = await tariff('incentive', 0.3);
    const market = await tariff('market', 0);
    const day = await revenues('from=2026-06-18&to=2026-06-18');
    const [row] = day.rows;
    near(row?.produced_kwh, total, 0.01);
    assert.equal(day.exported_by, 'production');
    const of = (id: number) => row?.amounts.find(({ tariff_id }) => tariff_id === id);
    near(of(incentive.id)?.eur, total * 0.3);
    near(of(market.id)?.eur, (total - (made[10] ?? 0)) * 0.1);
    assert.deepEqual([of(market.id)?.missing_energy, of(market.id)?.missing_price], [0, 1]);
    const hours = await world.ask<z.infer<typeof RevenueHour>[]>(
      'GET',
      `revenue-hours/?proj_code=SUNNY&day=2026-06-18&tariff_id=${market.id}`,
    );
    assert.equal(hours.length, 24);
    assert.deepEqual([hours[10]?.eur, hours[10]?.price_eur_kwh, hours[12]?.price_eur_kwh], [null, null, 0.1]);
    assert.equal(cents(hours.reduce((sum, { eur }) => sum + (eur ?? 0), 0)), of(market.id)?.eur);
    const suggested = await world.ask<SuggestedRevenue>(
      'GET',
      'suggest-revenue/?proj_code=SUNNY&month=2026-06',
    );
    const codes = suggested.lacks.map(({ code }) => code);
    assert.ok(codes.includes('not_over') && codes.includes('missing_price'), codes.join());
    assert.equal(suggested.lines.length, 2);
    const lacksOf = async (month: string) =>
      (await world.ask<SuggestedRevenue>('GET', `suggest-revenue/?proj_code=SUNNY&month=${month}`)).lacks.map(
        ({ code }) => code,
      );
    assert.deepEqual(await lacksOf('2026-07'), ['not_over']);
    // Nothing was heard in May, and the tariffs hold.
    assert.equal((await lacksOf('2026-05'))[0], 'no_energy');
    assert.equal((await revenues('from=2026-05-01&to=2026-05-31&by=month')).total_eur, null);
  });

  it('adds up to the cent, day by day, and changes with the step of a tariff', async () => {
    await tariff('fixed', 0, {
      steps: [
        { from_on: '2026-06-01', to_on: '2026-06-18', rate: 0.1 },
        { from_on: '2026-06-19', to_on: null, rate: 0.2 },
      ],
    });
    const days = await revenues('from=2026-06-01&to=2026-06-30&by=day');
    const month = await revenues('from=2026-06-01&to=2026-06-30&by=month');
    const year = await revenues('from=2026-01-01&to=2026-12-31&by=year');
    const sum = cents(days.rows.reduce((a, { total_eur }) => a + (total_eur ?? 0), 0));
    assert.deepEqual([month.total_eur, month.rows.length, days.total_eur], [sum, 1, sum]);
    assert.equal(year.total_eur, sum);
    const fixed = days.rows.map(({ amounts }) => amounts.find(({ kind }) => kind === 'fixed'));
    near(fixed.find((_, i) => days.rows[i]?.period === '2026-06-18')?.eur, total * 0.1);
    const next = fixed.find((_, i) => days.rows[i]?.period === '2026-06-19');
    near(next?.eur, (next?.kwh ?? 0) * 0.2);
  });

  it('is kept by days that are over, and told the same of them: of one plant, of many, and after a tariff changed', async () => {
    const { test, company } = world;
    const keep = () => keepRevenueDays({ pool: test.pool, now: new Date(NOW) }, company.company_id);
    const span = { from: '2026-06-01', to: '2026-06-19' };
    const alone = (by: string) => revenues(`${new URLSearchParams(span)}&by=${by}`);
    const ofMany = async (by: 'day' | 'month') => {
      const [one] = await inScope(test.pool, company, (tx) =>
        revenuesOfMany(tx, { ...span, by }, new Date(NOW)),
      );
      return one ?? assert.fail('no plant');
    };
    const counted = await alone('month');
    const pending = (await ofMany('month')).pending_days;
    assert.ok(pending > 0);
    assert.equal((await ofMany('month')).remade_days, 0);
    assert.equal(await keep(), pending);
    assert.equal(await keep(), 0);
    assert.deepEqual(await alone('month'), counted);
    const same = async () => {
      const [many, one] = [await ofMany('day'), await alone('day')];
      const known = new Map(many.rows.map((row) => [row.period, row]));
      for (const { period, produced_kwh, exported_kwh, used_kwh, total_eur } of one.rows)
        if (produced_kwh !== null)
          assert.deepEqual(known.get(period), { period, produced_kwh, exported_kwh, used_kwh, total_eur });
      assert.deepEqual([many.total_eur, many.pending_days], [one.total_eur, 0]);
      return many.total_eur;
    };
    const total = (await same()) ?? 0;
    // A fee of 365 EUR a year takes one a day, of days on which nothing was heard as well: nineteen until the 19th.
    const fee = await tariff('fee', 365);
    near(await same(), total - 19);
    await world.ask('DELETE', `tariffs/${fee.id}/`, { status: 204 });
    assert.equal(await same(), total);
    // A price that comes later makes its day anew, and only that one.
    await test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, 100, $2)`,
      [new Date(START + 24 * HOUR_MS).toISOString(), at('00:00')],
    );
    assert.equal(await keep(), 1);
    await same();
    // Nor does a plant of which nothing can be made keep the others back.
    const broken = await makePlant(test.pool, company, 'BROKEN', {});
    await test.arrange(`update plant set time_zone = 'Nowhere' where id = $1`, [broken]);
    await test.arrange('delete from revenue_day');
    const failed: string[] = [];
    await keepRevenueDays(
      { pool: test.pool, now: new Date(NOW), failed: (_, code) => failed.push(code) },
      company.company_id,
    );
    await test.arrange('delete from plant where id = $1', [broken]);
    assert.deepEqual(failed, ['BROKEN']);
    await same();
    // Prices that came since are looked at on days that are not recent any more.
    const models = new Map<string, string>();
    const turn = (more: object) =>
      keepRevenueDays({ pool: test.pool, now: new Date(NOW), models, ...more }, company.company_id);
    await turn({});
    await test.arrange(
      `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, 90, $2)`,
      [new Date(START + 25 * HOUR_MS).toISOString(), at('12:00', 2)],
    );
    assert.equal(await turn({ days: 0 }), 0);
    assert.equal(await turn({ days: 0, prices_since: new Date(at('11:00', 2)) }), 1);
  });

  it('makes a day of many readings some devices at a time, and sets one aside of which a single device has too many', async () => {
    const { test, company } = world;
    const now = new Date(NOW + 100 * 24 * HOUR_MS);
    const told: [string, readonly string[]][] = [];
    const turn = (most_values: number, more: object = {}) =>
      keepRevenueDays(
        {
          pool: test.pool,
          now,
          most_values,
          setAside: (days, code) => told.push([code, days]),
          ...more,
        },
        company.company_id,
      );
    const kept = async () =>
      (await test.arrange<{ count: number }>('select count(*)::int as count from revenue_day'))[0]?.count;
    await test.arrange('delete from revenue_day');
    // Two inverters of 96 readings a day, and some of the days beside it: one of them is no more than 150, both are.
    const all = await turn(150);
    assert.deepEqual([await kept(), told], [all, []]);
    await test.arrange('delete from revenue_day');
    // From the 18th of June on there are 102 days of which the first three have readings, and those after them none.
    const aside = new DaysSetAside();
    assert.equal(await turn(50, { aside }), all - 3);
    assert.deepEqual(told, [['SUNNY', ['2026-06-18', '2026-06-19', '2026-06-20']]]);
    assert.equal(await turn(50, { aside }), 0);
    assert.equal(told.length, 1);
    assert.equal(await turn(150, { aside, now: new Date(now.getTime() + 24 * HOUR_MS) }), 3 + 1);
  });

  it('looks at all days of a plant that changes while its last ones are being made', async () => {
    const { test, company } = world;
    const now = new Date(NOW + 100 * 24 * HOUR_MS);
    const models = new Map<string, string>();
    const turn = (pool: typeof test.pool, more: object) =>
      keepRevenueDays({ pool, now, models, ...more }, company.company_id);
    await turn(test.pool, {});
    await test.arrange(`delete from revenue_day where day > '2026-07-10'`);
    // The first transaction asks what plants there are, the second makes 62 days, and before the third the plant is moved.
    let opened = 0;
    const pool: typeof test.pool = Object.create(test.pool, {
      connect: {
        value: async () => {
          if (++opened === 3)
            await test.arrange(`update plant set latitude = 44.6 where proj_code = 'SUNNY'`);
          return test.pool.connect();
        },
      },
    });
    await turn(pool, { days: 80 });
    const [found] = await test.arrange<{ models: number }>(
      `select count(distinct split_part(basis, '.', 1))::int as models from revenue_day`,
    );
    assert.ok(opened > 3);
    assert.equal(found?.models, 1);
    await test.arrange('delete from revenue_day');
    await test.arrange(`update plant set latitude = 44.5 where proj_code = 'SUNNY'`);
  });

  it('keeps days whose readings were let go in the sums, and tells those as pending of which something is to come', async () => {
    const { test, company } = world;
    const DAY_MS = 24 * HOUR_MS;
    const many = async (from: string, to: string, now = NOW) => {
      const [one] = await inScope(test.pool, company, (tx) =>
        revenuesOfMany(tx, { codes: ['SUNNY'], from, to, by: 'month' }, new Date(now)),
      );
      return one ?? assert.fail('no plant');
    };
    const keep = () => keepRevenueDays({ pool: test.pool, now: new Date(NOW) }, company.company_id);
    const june = (now = NOW) => many('2026-06-01', '2026-06-19', now);
    await keep();
    const { total_eur } = await june();
    await test.arrange(`update obs_figures set expired = days & (1 << 17)`);
    await test.arrange(`update obs_day set expired = true where day = '2026-06-18'`);
    await test.arrange(`update plant set latitude = 44.5001 where proj_code = 'SUNNY'`);
    assert.deepEqual([(await june()).pending_days, (await june()).remade_days], [2, 2]);
    // The 19th is made anew, and the 18th stands as it is.
    assert.equal(await keep(), 1);
    assert.deepEqual([(await june()).total_eur, (await june()).pending_days], [total_eur, 0]);
    await test.arrange('delete from revenue_day');
    // Of the 18th nothing is to come; the 19th is told also where it is too long ago to be made before anybody asks.
    assert.deepEqual([(await june()).pending_days, (await june(NOW + 900 * DAY_MS)).pending_days], [1, 1]);
    await tariff('rid', 0.04);
    // December is topped up when the whole year is known: the 19th to the 30th of June, five months of 153 days, and its own 31.
    assert.equal((await many('2026-12-01', '2026-12-31', NOW + 300 * DAY_MS)).pending_days, 12 + 153 + 31);
    // Of the plant alone it is the same: what is asked for is told, and the year's end when the days before it are made.
    const then = new Date(NOW + 300 * DAY_MS);
    const december = async (more: object = {}) => {
      const span = { from: '2026-12-01', to: '2026-12-31', by: 'month' } as const;
      const { rows, awaited_days } = await inScope(test.pool, company, (tx) =>
        revenuesOf(tx, { proj_code: 'SUNNY', ...span, ...more }, then),
      );
      const rid = rows[0]?.amounts.find(({ kind }) => kind === 'rid');
      return { awaited_days, top_up_eur: rid?.top_up_eur ?? null };
    };
    const waiting = await december();
    // The 18th of June was let go; of the 19th on there are 12 days of June, and the 153 of July to November.
    assert.deepEqual(waiting, { awaited_days: 12 + 153, top_up_eur: null });
    const whole = await december({ in_full: true });
    assert.ok(whole.top_up_eur !== null);
    await keepRevenueDays({ pool: test.pool, now: then }, company.company_id);
    assert.deepEqual(await december(), whole);
    await test.arrange('delete from revenue_day');
    await keep();
    await test.arrange('update obs_figures set expired = 0');
    await test.arrange('update obs_day set expired = false');
    await keep();
  });

  it('refuses steps with a hole or an overlap, each with the step', async () => {
    const first = { from_on: '2026-01-01', to_on: '2026-01-31', rate: 0.1 };
    for (const [from_on, code] of [
      ['2026-02-02', 'hole'],
      ['2026-01-31', 'overlap'],
    ] as const) {
      const steps = [first, { from_on, to_on: null, rate: 0.2 }];
      const { errors } = (await tariff('fixed', 0, { steps }, 400)) as unknown as {
        errors: { code: string; params: { step: number } }[];
      };
      assert.deepEqual([errors[0]?.code, errors[0]?.params.step], [code, 2]);
    }
    const fees = await world.ask<{ gse_eur: number }>('GET', 'tariff-fees/?proj_code=SUNNY');
    assert.equal(fees.gse_eur, 95);
  });

  it('holds what was paid against what was due, books a statement as a whole after a trial, and refuses it with line and reason', async () => {
    const balance = async () => {
      const year = await world.ask<PaymentBalance>('GET', 'payment-balance/?proj_code=SUNNY&year=2026');
      return year.months[4] ?? assert.fail('no May');
    };
    // Of May nothing is known, and nothing but a fee of tariffs is due.
    const before = await balance();
    assert.deepEqual([before.state, before.missing_hours > 0], ['unknown', true]);
    const load = (text: string, trial: boolean, status = 200) =>
      world.ask<ImportedPayments>('POST', 'received-payments-import/', {
        body: { proj_code: 'SUNNY', text, trial },
        status,
      });
    const text = 'impianto;mese;tipo;importo;documento\nSUNNY;05/2026;RID;1.000,10;F-1\n;05/2026;;200;F-2';
    assert.equal((await load(text, true)).total_eur, 1200.1);
    assert.deepEqual((await balance()).payments, []);
    await load(text, false);
    const after = await balance();
    assert.deepEqual(
      [after.received_eur, after.difference_eur, after.state],
      [1200.1, cents(1200.1 - before.due_eur), 'over'],
    );
    const refused = (await load(`${text}\nOTHER;05/2026;;1;F-3`, false, 400)) as unknown as {
      errors: { code: string; params: { line: number } }[];
    };
    assert.deepEqual(
      refused.errors.map(({ code, params }) => [code, params.line]),
      [
        ['known', 2],
        ['known', 3],
        ['other_plant', 4],
      ],
    );
    // The same statement without references is not booked twice either.
    const bare = 'mese;importo;data\n04/2026;7,5;31/05/2026';
    await load(bare, false);
    await load(bare, false, 400);
    const accepted = { proj_code: 'SUNNY', month: '2026-05', entry: 'adjustment' };
    const amount_eur = -after.difference_eur;
    await world.ask('POST', 'received-payments/', { body: { ...accepted, amount_eur }, status: 400 });
    await world.ask('POST', 'received-payments/', {
      body: { ...accepted, amount_eur, note: 'Paid back' },
      status: 201,
    });
    assert.equal((await balance()).state, 'settled');
  });

  it('holds months that are over against the budget, and knows a plan that is stale', async () => {
    const months = Array.from({ length: 12 }, () => ({ kwh: 1000, eur: 100, irradiation_kwh_m2: null }));
    const plan = { proj_code: 'SUNNY', year: 2026, months, version: 0 };
    const saved = await world.ask<PlannedBudget>('PUT', 'plant-budget/', { body: plan });
    assert.deepEqual(saved, { ...plan, version: 1 });
    const { stored } = await world.ask<{ stored: PlannedBudget }>('PUT', 'plant-budget/', {
      body: { ...plan, months: months.map((month) => ({ ...month, kwh: 2000 })) },
      status: 409,
    });
    assert.deepEqual(stored, saved);
    const planned = await world.ask<PlantBudget>('GET', 'plant-budget/?proj_code=SUNNY&year=2026');
    assert.deepEqual([planned.version, planned.total.budget.kwh], [1, 12_000]);
    // June is not over, and of May nothing is known.
    assert.deepEqual([planned.months[5]?.over, planned.months[5]?.actual.kwh], [false, null]);
    assert.deepEqual([planned.months[4]?.over, planned.months[4]?.difference_kwh], [true, null]);
  });

  describe('of devices that come, go and fall silent', () => {
    const midnight = (day: string) => Date.parse(`${day}T00:00:00+02:00`);
    const PLACE = { latitude: 44.5, longitude: 11.3 };
    const device = (plant_id: number, name: string, fields: object = {}) =>
      makeDevice(world.test.pool, world.company, plant_id, name, ['energy_total_kwh'], {
        interval_s: 900,
        nominal_power: 60,
        ...fields,
      });
    /** A counter that is read every quarter of an hour of a day, and goes on by 50 kWh an hour from 6 to 20 o'clock. */
    const hear = async (device_id: number, day: string, silent: [number, number] = [24, 24], before = 0) => {
      const { test, company } = world;
      const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => NOW });
      const rows = [];
      for (let hour = 0; hour <= 24; hour += QUARTER_H) {
        if (hour > silent[0] && hour <= silent[1]) continue;
        const kwh = 1000 + before + 50 * Math.max(0, Math.min(14, hour - 6));
        const ts = midnight(day) + hour * HOUR_MS;
        rows.push({ device_id, ts, values: Float64Array.from([kwh]), quality: null });
      }
      await writer.write(company, rows);
      await writer.close();
      await recomputeDirty(test.pool, company, { clock: () => NOW, today: true });
    };
    /** Energy, euros and hours missing of an incentive of 0.30 and of the market. */
    const earned = async (proj_code: string, day: string) => {
      const told = await world.ask<Revenues>('GET', `revenues/?proj_code=${proj_code}&from=${day}&to=${day}`);
      const amounts = told.rows[0]?.amounts.map(({ eur, missing_energy }) => [eur, missing_energy]);
      return [told.rows[0]?.produced_kwh, ...(amounts ?? [])];
    };
    const opened = async (proj_code: string, day: string, priced = true) => {
      const { test, company } = world;
      const plant_id = await makePlant(test.pool, company, proj_code, { potenza_nominale: 100, ...PLACE });
      await tariff('incentive', 0.3, { proj_code });
      await tariff('market', 0, { proj_code });
      for (let hour = 0; hour < (priced ? 24 : 0); hour++)
        await test.arrange(
          `insert into market_price (zone, start_at, eur_mwh, imported_at) values ('PUN', $1, 100, $2)`,
          [new Date(midnight(day) + hour * HOUR_MS).toISOString(), at('00:00')],
        );
      return plant_id;
    };

    it('keeps what earlier days brought when a device or a meter is added later, or one is replaced', async () => {
      const day = '2026-05-15';
      const plant_id = await opened('TWIN', day);
      const first = await device(plant_id, 'A');
      await hear(first, day);
      // 14 h × 50 kWh = 700 kWh; × 0.30 = 210 EUR; × 0.100 = 70 EUR.
      const brought = [700, [210, 0], [70, 0]];
      assert.deepEqual(await earned('TWIN', day), brought);
      await hear(await device(plant_id, 'B'), '2026-06-10');
      await hear(await device(plant_id, 'M', { category: 'exchange_meter' }), '2026-06-10');
      const by = async (from: string, to: string) =>
        (await world.ask<Revenues>('GET', `revenues/?proj_code=TWIN&from=${from}&to=${to}`)).exported_by;
      assert.deepEqual(
        [await by(day, day), await by('2026-06-09', '2026-06-10'), await by('2026-06-10', '2026-06-10')],
        ['production', 'partly', 'meter'],
      );
      assert.deepEqual(await earned('TWIN', day), brought);
      // On that day the first one says nothing: 700 kWh of the other are paid, of 14 hours of light and more it is said that they lack.
      const [kwh, [eur, missing]] = (await earned('TWIN', '2026-06-10')) as [number, [number, number]];
      assert.deepEqual([kwh, eur], [700, 210]);
      assert.ok(missing >= 13, String(missing));
      await world.test.arrange('update device set enabled = false where id = $1', [first]);
      assert.deepEqual(await earned('TWIN', day), brought);
      assert.deepEqual((await earned('TWIN', '2026-06-10')).slice(0, 2), [700, [210, 0]]);
    });

    it('counts what the others made while one was silent, and what its counter brings afterwards once', async () => {
      const day = '2026-05-16';
      const plant_id = await opened('WIDE', day);
      await hear(await device(plant_id, 'A'), day);
      await hear(await device(plant_id, 'B'), day, [10, 13]);
      // A: 14 × 50 = 700; B: 10 × 50 in the hours in which it spoke and 4 × 50 = 200 in the one in which it came back: 1,400 kWh, 420 EUR.
      assert.deepEqual((await earned('WIDE', day)).slice(0, 2), [1400, [420, 3]]);
      const produced = await inScope(world.test.pool, world.company, (tx) =>
        periodEnergies(
          tx,
          { plant_id, time_zone: 'Europe/Rome', energy: 'produced', from: day, to: day, by: 'day' },
          new Date(NOW),
        ),
      );
      assert.equal(produced.get(day), 1400);
    });

    it('has nothing to catch up after a silence where power tells it', async () => {
      const day = '2026-05-16';
      const { test, company } = world;
      const plant_id = await opened('POWER', day, false);
      const fields = { interval_s: 900, nominal_power: 60 };
      const source = await makeDevice(test.pool, company, plant_id, 'A', ['ac_power_kw'], fields);
      // 70 kW from 6 to 20 o'clock, silent from 10 to 13; the meter of the exchange has 50 kWh of each hour.
      const writer = new ReadingWriter(test.pool, { announce: async () => undefined, clock: () => NOW });
      const rows = [];
      for (let hour = 0; hour < 24; hour += QUARTER_H) {
        if (hour >= 10 && hour < 13) continue;
        const values = Float64Array.from([hour >= 6 && hour < 20 ? 70 : 0]);
        rows.push({ device_id: source, ts: midnight(day) + hour * HOUR_MS, values, quality: null });
      }
      await writer.write(company, rows);
      await writer.close();
      await hear(await device(plant_id, 'M', { category: 'exchange_meter' }), day);
      const hours = await world.ask<z.infer<typeof RevenueHour>[]>(
        'GET',
        `revenue-hours/?proj_code=POWER&day=${day}&tariff_id=${(await tariff('avoided', 0.2, { proj_code: 'POWER' })).id}`,
      );
      // 70 − 50 = 20 kWh are used, × 0.20 = 4 EUR: in the hour of return, too.
      assert.deepEqual(
        [9, 11, 13, 15].map((hour) => hours[hour]?.eur ?? null),
        [4, null, 4, 4],
      );
    });

    it('is told by the inverters before a meter of the production stood there', async () => {
      const day = '2026-05-15';
      const plant_id = await opened('LATER', day, false);
      await hear(await device(plant_id, 'A'), day);
      // 14 h × 50 kWh = 700 kWh; × 0.30 = 210 EUR; × 0.100 = 70 EUR, before and after.
      const brought = [700, [210, 0], [70, 0]];
      assert.deepEqual(await earned('LATER', day), brought);
      await hear(await device(plant_id, 'P', { category: 'production_meter' }), '2026-06-10');
      assert.deepEqual(await earned('LATER', day), brought);
      assert.deepEqual((await earned('LATER', '2026-06-10')).slice(0, 2), [700, [210, 0]]);
      // The K451 and K410, too: May is told by the inverter, and June, in which the meter came, still is.
      const asked = { energy: 'produced', from: '2026-05-01', to: '2026-06-10', by: 'month' } as const;
      const produced = await inScope(world.test.pool, world.company, (tx) =>
        periodEnergies(tx, { plant_id, time_zone: 'Europe/Rome', ...asked }, new Date(NOW)),
      );
      assert.equal(produced.get('2026-05'), 700);
    });

    it('does not know what was used of what a counter brings after a silence over midnight', async () => {
      const plant_id = await opened('DAWN', '2026-05-18', false);
      const inverter = await device(plant_id, 'A');
      await hear(inverter, '2026-05-18', [12, 24]);
      await hear(inverter, '2026-05-19', [-1, 7], 700);
      const meter = await device(plant_id, 'M', { category: 'exchange_meter' });
      await hear(meter, '2026-05-18');
      await hear(meter, '2026-05-19', [24, 24], 700);
      const told = await world.ask<Revenues>('GET', 'revenues/?proj_code=DAWN&from=2026-05-19&to=2026-05-19');
      // The inverter comes back at 7:15 with 400 kWh of the day before and 62.5 of its own; the meter has 50 in that hour. From 8 o'clock on
      // both go on alike: 0 kWh are used, and not 400 or more.
      assert.equal(told.rows[0]?.used_kwh, 0);
      assert.equal(told.rows[0]?.produced_kwh, 1100);
    });
  });
});

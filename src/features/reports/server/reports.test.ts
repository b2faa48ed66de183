import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { makeCompany, makeDevice, makePlant } from '../../../../tests/support/app.ts';
import { linesOfPdf } from '../../../../tests/support/pdf-text.ts';
import { at, NOW, powerAt, START, StoppedPlant } from '../../../../tests/support/stopped-plant.ts';
import type { AppError } from '../../../shared/server/errors.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { plantModel } from '../../forecast/plant-model.model.ts';
import { listPlants } from '../../forecast/server/plants.repository.ts';
import type { DeviceCategory } from '../../plants/plants.model.ts';
import { periodEnergies, periodEnergiesOfMany } from '../../revenues/server/period-energies.public.ts';
import { keepAvailabilityDays } from '../../rgi/server/availability-day-keeper.ts';
import type { K410Report, K451Report } from '../reports.contract.ts';
import { type PairedSums, ratioOf } from '../reports.model.ts';
import { k451Report } from './k451.ts';
import { listPeriodSums, listReportedPlants } from './reports.repository.ts';

const DAY_H = 24;
/** kWh that both inverters made on the first day, while the first stood still from ten to two. */
function madeOnDay(): number {
  let kwh = 0;
  for (let quarter = 1; quarter <= DAY_H * 4; quarter++) {
    const instant = START + quarter * 900_000;
    const still = instant > Date.parse(at('10:00')) && instant <= Date.parse(at('14:00'));
    kwh += powerAt(instant) * 0.25 * (still ? 1 : 2);
  }
  return kwh;
}

describe('the reports', () => {
  let world: StoppedPlant;
  let downtime = 0;
  before(async () => {
    world = await StoppedPlant.make([{ from: at('10:00'), to: at('14:00') }]);
    const lost = { start: at('10:00'), stop: at('14:00'), device_ids: [world.inverters[0]] };
    downtime = (await world.record(lost)).id;
    await world.ask('POST', 'tariffs/', {
      body: {
        proj_code: 'SUNNY',
        kind: 'fixed',
        name: 'Sale',
        steps: [{ from_on: '2026-01-01', to_on: null, rate: 0.1 }],
      },
      status: 201,
    });
  });
  after(() => world?.test.close());

  const k451 = (body: object): Promise<K451Report> => world.ask('POST', 'k451-data/', { body });
  const near = (value: number | null | undefined, expected: number, by = 0.02) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) <= by, `${value} instead of ${expected}`);

  it('K451 tells energy, availability, downtimes and revenue, and its months are the sum of its days', async () => {
    const span = { from: '2026-06-18', to: '2026-06-18' };
    const { rows, by } = await k451({ ...span, idcalc: 1 });
    const [row] = rows;
    assert.deepEqual([by, rows.length, row?.period], ['day', 1, '2026-06-18']);
    near(row?.produced_kwh, madeOnDay());
    near(row?.revenue_eur, madeOnDay() * 0.1);
    const [downtime] = row?.downtimes ?? [];
    assert.deepEqual([downtime?.cause, downtime?.counts], ['Guasto inverter', true]);
    assert.ok((row?.availability ?? 1) < 1 && (row?.availability ?? 0) > 0.5);
    assert.deepEqual([row?.availability_raw, row?.completeness], [row?.availability, 1]);

    const month = { from: '2026-06-01', to: '2026-06-30' };
    const days = await k451({ ...month, idcalc: 9 });
    const months = await k451({ ...month, idcalc: 2 });
    assert.deepEqual([days.by, months.by, months.rows.length], ['day', 'month', 1]);
    for (const idcalc of [null, 1.5, true, 'x'.repeat(50), [2], {}])
      assert.equal((await k451({ ...span, idcalc })).by, 'day', JSON.stringify(idcalc));
    const sum = days.rows.reduce((total, { revenue_eur }) => total + (revenue_eur ?? 0), 0);
    assert.equal(months.rows[0]?.revenue_eur, Math.round(sum * 100) / 100);
    assert.equal((await k451({ from: '2025-01-01', to: '2025-01-02' })).rows.length, 0);
  });

  it('K451 tells what a person said that a downtime lost, in place of what was worked out', async () => {
    const span = { from: '2026-06-18', to: '2026-06-18' };
    const say = (body: object) => world.ask('PUT', `downtimes/${downtime}/`, { body });
    await say({ energy_hand: 50, earning_hand: 7 });
    const [row] = (await k451(span)).rows;
    near(row?.lost_kwh, 50, 1e-9);
    near(row?.lost_eur, 7, 1e-9);
    const asked = new URLSearchParams({ codes: 'SUNNY', start: at('00:00'), end: at('00:00', 1) });
    const rated = await world.test.app.inject({
      url: `/availability/v1/availability/?${asked}`,
      headers: world.owner,
    });
    near(rated.json()[0].energy.lost_kwh, 50, 1e-9);
    await say({ energy_hand: 0, earning_hand: null });
    const [none] = (await k451(span)).rows;
    assert.deepEqual([none?.lost_kwh, none?.lost_eur], [0, 0]);
    await say({ energy_hand: null });
  });

  it('K451 of many days says that some are not counted yet', async () => {
    const { pool } = world.test;
    const whole = async () =>
      (await k451({ from: '2026-01-01', to: '2026-12-31', idcalc: 2 })).with_availability;
    assert.equal(await whole(), false);
    await keepAvailabilityDays({ pool, now: new Date(NOW) }, world.company.company_id);
    assert.equal(await whole(), true);
    await world.test.arrange(`delete from availability_day where day = '2026-06-19'`);
    assert.equal(await whole(), false);
  });

  it('K451 of more than 1,200 days of plants adds up kept days, but works out what nobody waits for, and days too old to be kept', async () => {
    const { pool } = world.test;
    const others = ['EMPTY1', 'EMPTY2', 'EMPTY3'];
    for (const code of others) await makePlant(pool, world.company, code, {});
    // Four plants of 365 days are 1,460; no day of revenue is kept.
    const asked = { codes: ['SUNNY', ...others], from: '2026-01-01', to: '2026-12-31', by: 'month' } as const;
    const told = (more: object, days = 0) =>
      inScope(pool, world.company, (tx) =>
        k451Report(tx, { ...asked, ...more }, new Date(NOW + days * 24 * 3_600_000)),
      );
    assert.equal((await told({})).with_revenue, false);
    for (const { with_revenue, totals } of [await told({ counts_all: true }), await told({}, 1000)]) {
      assert.equal(with_revenue, true);
      assert.ok((totals[0]?.revenue_eur ?? 0) > 0);
    }
    // Nothing is ever kept of homes: they are worked out from readings, or refused, and waited for by nobody.
    await world.test.arrange(`delete from availability_day`);
    await world.test.arrange(`update plant set kind = 'residential'`);
    const homes = await told({});
    assert.deepEqual([homes.with_revenue, homes.with_availability], [true, true]);
    assert.ok((homes.totals[0]?.revenue_eur ?? 0) > 0 && homes.totals[0]?.availability !== null);
    // Six homes of 365 days are 2,190.
    for (const code of ['EMPTY4', 'EMPTY5']) await makePlant(pool, world.company, code, {});
    await world.test.arrange(`update plant set kind = 'residential'`);
    const six = [...asked.codes, 'EMPTY4', 'EMPTY5'];
    const isTooMany = ({ options }: AppError) =>
      options.errors?.[0]?.path === 'codes' && options.errors[0].code === 'too_many_homes';
    await assert.rejects(told({ codes: six }), isTooMany);
    // A December that closes a guaranteed price needs the 334 days before it, too: 6 × (334 + 31) are as many as a year.
    const december = { codes: six, from: '2026-12-01', to: '2026-12-31' };
    assert.equal((await told(december, 300)).with_revenue, true);
    const steps = JSON.stringify([{ from_on: '2026-01-01', to_on: null, rate: 0.04 }]);
    await world.test.arrange(
      `insert into tariff (company_id, plant_id, kind, name, steps)
       select $1, id, 'rid', 'RID', '${steps}' from unnest($2::bigint[]) id`,
      [
        world.company.company_id,
        (await world.test.arrange<{ id: number }>('select id from plant')).map(({ id }) => id),
      ],
    );
    await assert.rejects(told(december, 300), isTooMany);
    assert.equal((await told({ ...december, to: '2026-12-30' }, 300)).with_revenue, true);
    await world.test.arrange(`delete from tariff where kind = 'rid'`);
    await world.test.arrange(`update plant set kind = 'asset'`);
    await world.test.arrange(`delete from plant where proj_code like 'EMPTY_'`);
  });

  it('K451 spreads what a person said over the days to the cent, so that days add up to month and downtime', async () => {
    const { id } = await world.record({
      start: at('22:00'),
      stop: at('02:00', 2),
      device_ids: [world.inverters[1]],
      earning_hand: 10,
      cause_id: await world.cause('grid'),
    });
    const named = ({ downtimes }: K451Report['rows'][number]) =>
      downtimes.flatMap(({ cause, earning_eur }) => (cause === 'Guasto inverter' ? [] : (earning_eur ?? 0)));
    const span = { from: '2026-06-01', to: '2026-06-30' };
    const days = (await k451({ ...span, idcalc: 1 })).rows;
    const [month] = (await k451({ ...span, idcalc: 2 })).rows;
    const inCents = days.flatMap(named).map((eur) => Math.round(eur * 100));
    assert.ok(inCents.length > 1, 'the downtime lies on more than one day');
    assert.deepEqual(
      days.flatMap(named),
      inCents.map((eur) => eur / 100),
    );
    assert.equal(
      inCents.reduce((sum, eur) => sum + eur, 0),
      1000,
    );
    assert.deepEqual(month && named(month), [10]);
    const lost = days.reduce((sum, { lost_eur }) => sum + Math.round((lost_eur ?? 0) * 100), 0);
    assert.equal(Math.round((month?.lost_eur ?? 0) * 100), lost);
    await world.ask('DELETE', `downtimes/${id}/`, { status: 204 });
  });

  it('ratios are of the days whose sun was measured, the index of all, and gaps are in no sum', async () => {
    const { test, company } = world;
    const plant_id = await makePlant(test.pool, company, 'PAIRED', {});
    const days = [
      { day: '2026-06-01', measured: true, missing_hours: 0, sums: [0, 1000, 950, 0, 0, 900, 800, 0, 0, 5] },
      { day: '2026-06-02', measured: false, missing_hours: 0, sums: [0, 1000, 950, 0, 0, 900, 1, 0, 0, 5] },
      { day: '2026-06-30', measured: true, missing_hours: 5, sums: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] },
    ];
    for (const { day, measured, missing_hours, sums } of days)
      await test.arrange(
        `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums, hours)
         values ($1, $2, $3, 'made', '{0}', 0, $4, 10, $5, $6, '')`,
        [company.company_id, plant_id, day, measured, missing_hours, sums],
      );
    const asked = { from: '2026-06-01', year_from: '2026-06-01', to: '2026-06-30', letters: 7 } as const;
    const read = () =>
      inScope(test.pool, company, (tx) => listPeriodSums(tx, { plant_ids: [plant_id], ...asked }));
    const [june = assert.fail('no sums')] = await read();
    const told = {
      sun_hours: 30,
      missing_hours: 5,
      known: true,
      actual_kwh: 801,
      expected_kwh: 1800,
      reference_kwh: 2000,
      lit_actual_kwh: 800,
      lit_reference_kwh: 1000,
      lit_thermal_kwh: 950,
      lit_known: true,
      lit_days: 1,
    } satisfies PairedSums;
    assert.deepEqual({ ...june, ...told }, june);
    const { pr, performance_index } = ratioOf(june, { nominal_kw: 100 });
    assert.deepEqual([pr, performance_index], [0.8, 801 / 1800]);
    await test.arrange('delete from plant where id = $1', [plant_id]);
  });

  it('a file has the digits of the call', async () => {
    const { rows } = await k451({ from: '2026-06-18', to: '2026-06-18' });
    const answer = await world.test.app.inject({
      url: '/api/v1/k451-file/?from=2026-06-18&to=2026-06-18&language=en',
      headers: world.owner,
    });
    assert.equal(answer.statusCode, 200);
    const [, first = ''] = answer.body.split('\r\n');
    assert.ok(first.includes(String(rows[0]?.produced_kwh)), first);
    assert.ok(first.includes(String(rows[0]?.revenue_eur)), first);
    const printed = async (url: string) => {
      const pdf = await world.test.app.inject({ url: `/api/v1/${url}&format=pdf`, headers: world.owner });
      return linesOfPdf(pdf.rawPayload).join('\n');
    };
    // Charts stand above the table, in the reader's language.
    const months = await printed('k410-file/?year=2026&language=en');
    for (const said of ['K410 2026', 'Energy (kWh)']) assert.ok(months.includes(said), said);
    const days = await printed('k451-file/?from=2026-06-18&to=2026-06-19&language=it');
    for (const said of ['Energia (kWh)', 'Energia persa per causa (kWh)'])
      assert.ok(days.includes(said), said);
  });

  it('K410 tells the months of a year beside the year before', async () => {
    const { rows, totals } = await world.ask<K410Report>('GET', 'k410-data/?year=2026');
    assert.deepEqual(
      rows.map(({ month, year_ago_kwh, change }) => [month, year_ago_kwh, change]),
      [['2026-06', null, null]],
    );
    assert.ok((rows[0]?.produced_kwh ?? 0) > madeOnDay());
    near(rows[0]?.specific_yield, (rows[0]?.produced_kwh ?? 0) / 100, 0.0051);
    assert.equal(totals[0]?.produced_kwh, rows[0]?.produced_kwh);
    assert.deepEqual((await world.ask<K410Report>('GET', 'k410-data/?year=2026')).all_plants, []);
    await world.ask('GET', 'k410-data/?year=2026&codes=NOWHERE', { status: 404 });
    assert.equal((await world.ask<K410Report>('GET', 'k410-data/?year=2026')).until, null);
    // Of more than thirty plants call, paper, CSV and workbook say that today is not in it; the screen says what the call does.
    for (let i = 10; i < 40; i++) await makePlant(world.test.pool, world.company, `MANY${i}`, {});
    const many = await world.ask<K410Report>('GET', 'k410-data/?year=2026');
    assert.equal(many.until, '2026-06-19');
    // What all come to is told of how many plants it is: thirty of the 31 know nothing.
    const sums = many.all_plants ?? [];
    assert.deepEqual(
      sums.map(({ month, produced_kwh, plants, partial }) => [month, produced_kwh, plants, partial]),
      [many.rows[0], many.totals[0]].map((row) => [
        row?.month,
        row?.produced_kwh,
        31,
        (['produced_kwh', 'expected_kwh'] as const).flatMap((field) =>
          row?.[field] === null ? [] : [{ field, plants: 1 }],
        ),
      ]),
    );
    assert.deepEqual((await k451({ from: '2026-06-18', to: '2026-06-18' })).all_plants?.at(-1)?.plants, 31);
    assert.equal((await world.ask<K410Report>('GET', 'k410-data/?year=2025')).until, null);
    const fileOf = async (format: string, year = 2026) => {
      const url = `/api/v1/k410-file/?year=${year}&language=it&format=${format}`;
      return (await world.test.app.inject({ url, headers: world.owner })).rawPayload;
    };
    const printed = linesOfPdf(await fileOf('pdf')).join(' ');
    for (const said of ['K410 2026 fino al 2026-06-19', 'senza oggi: fino al 19/06/2026', '1 su 31'])
      assert.ok(printed.includes(said), said);
    const cells = (row: string) => row.split(';').slice(-2);
    const [head = '', first = ''] = (await fileOf('csv')).toString().split('\r\n');
    assert.deepEqual([cells(head)[1], cells(first)[1]], ['Energia fino al', '19/06/2026']);
    const [sheet] = (await readXlsx(await fileOf('xlsx'))).sheets;
    assert.deepEqual(
      [sheet?.rows[0]?.at(-1), sheet?.rows[1]?.at(-1)],
      ['Energia fino al', new Date('2026-06-19T00:00:00Z')],
    );
    assert.equal(sheet?.name, 'K410 2026 fino al 2026-06-19');
    const [summed = []] = sheet?.rows.slice(1) ?? [];
    assert.deepEqual([summed[0], summed[2]], ['Totale di 31 impianti', sums[0]?.produced_kwh]);
    assert.match(String(summed.at(-2)), /^1 su 31: Prodotta \(kWh\)/);
    // A year that is over needs no word of it.
    assert.ok(!(await fileOf('csv', 2025)).toString().includes('fino al'));
    await world.test.arrange(`delete from plant where proj_code like 'MANY__'`);
    // Of many plants, which are read together, the months of days that are over come to the same; the 20th is not over yet.
    const { plant_id, company, test } = world;
    const plant = { plant_id, time_zone: 'Europe/Rome' };
    const both = (now: number) =>
      inScope(test.pool, company, async (tx) => {
        const of = { energy: 'produced', from: '2025-01-01', to: '2026-12-31', by: 'month' } as const;
        return {
          one: await periodEnergies(tx, { ...plant, ...of }, new Date(now)),
          many: (await periodEnergiesOfMany(tx, { plants: [plant], ...of }, new Date(now))).get(plant_id),
        };
      });
    const later = await both(NOW + 24 * 3_600_000);
    assert.deepEqual([...later.one.keys()], ['2026-06']);
    assert.deepEqual(later.many, later.one);
    const now = await both(NOW);
    assert.ok((now.many?.get('2026-06') ?? 0) < (now.one.get('2026-06') ?? 0));
  });

  it('K451 tells what was taken from the grid and the sun on the horizontal, K410 what was planned', async () => {
    const { company, plant_id, test } = world;
    const category = { category: 'exchange_meter', interval_s: 900 };
    const meter = await makeDevice(test.pool, company, plant_id, 'M1', ['energy_import_kwh'], category);
    // Half a kWh each quarter of an hour: 48 kWh a day, and of today 12 hours, 24 kWh.
    await world.hear(meter, (instant) => [500 + (0.5 * (instant - START)) / 900_000]);
    const { rows, totals } = await k451({ from: '2026-06-18', to: '2026-06-20' });
    assert.deepEqual(
      [...rows, ...totals].map(({ imported_kwh }) => imported_kwh),
      [48, 48, 24, 120],
    );
    const of = { energy: 'imported', from: '2026-06-01', to: '2026-06-30' } as const;
    const many = await inScope(test.pool, company, async (tx) => {
      const plants = [{ plant_id, time_zone: 'Europe/Rome' }];
      const by = async (period: 'day' | 'year') =>
        (await periodEnergiesOfMany(tx, { ...of, plants, by: period }, new Date(NOW))).get(plant_id);
      return [await by('day'), await by('year')];
    });
    // Of many plants days that are over alone.
    assert.deepEqual(
      many.map((periods) => [...(periods ?? [])]),
      [
        [
          ['2026-06-18', 48],
          ['2026-06-19', 48],
        ],
        [['2026', 96]],
      ],
    );
    const months = Array.from({ length: 12 }, (_, i) => ({
      kwh: i === 5 ? 800 : null,
      eur: null,
      irradiation_kwh_m2: null,
    }));
    await world.ask('PUT', 'plant-budget/', { body: { proj_code: 'SUNNY', year: 2026, months } });
    // On the horizontal 5.25 + 6.5 kWh/m², the second day's partly by the weather; what no kept day tells is not known.
    const none = await k451({ from: '2026-06-18', to: '2026-06-18' });
    assert.deepEqual(none.rows[0]?.irradiation_horizontal_kwh_m2, null);
    for (const [day, kwh_m2, bits] of [
      ['2026-06-18', 5.25, 1],
      ['2026-06-19', 6.5, 3],
    ] as const)
      await test.arrange(
        `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums, hours,
           horizontal_kwh_m2, horizontal_from)
         values ($1, $2, $3, 'x', '{0}', 0, true, 13, 13, '{0,0,0,0,0,0,0}', decode(repeat('00', 384), 'hex'), $4, $5)`,
        [company.company_id, plant_id, day, kwh_m2, bits],
      );
    const sunny = await k451({ from: '2026-06-01', to: '2026-06-30', idcalc: 2 });
    assert.deepEqual(
      [...sunny.rows, ...sunny.totals].map((row) => [
        row.irradiation_horizontal_kwh_m2,
        row.irradiation_horizontal_from,
      ]),
      [
        [11.75, ['sensor', 'weather']],
        [11.75, ['sensor', 'weather']],
      ],
    );
    // Sections of 100 kWp, whatever is said to be nominal; of the first day one of two inverters was silent: 250 of 500 kWh at nominal
    // power are counted, and 5 kWh/m² fell. The second made 400 kWh of 500: 0.8. A day of which no more is kept: 500 / 100 kWp. All
    // inverters stand in a section: of nominal 800 kW no more is in it, 500 / 800 would be too little sun for a ratio.
    const sized = (kw: number | null) =>
      test.arrange('update plant set potenza_nominale = $2 where id = $1', [plant_id, kw]);
    await test.arrange(
      `insert into plant_section (company_id, plant_id, name, kw_peak) values ($1, $2, 'Sized 1', 60), ($1, $2, 'Sized 2', 40)`,
      [company.company_id, plant_id],
    );
    const keeps = (day: string, missing: number, sums: string) =>
      test.arrange('update expected_day set missing_hours = $3, sums = $4 where plant_id = $1 and day = $2', [
        plant_id,
        day,
        missing,
        sums,
      ]);
    await keeps('2026-06-18', 6.5, '{0,250,0,0,0,0,0,0,0,5}');
    await keeps('2026-06-19', 0, '{0,500,0,0,0,0,400}');
    await test.arrange(
      `update device set section_id = (select id from plant_section where plant_id = $1 and name = 'Sized 1') where plant_id = $1`,
      [plant_id],
    );
    for (const kw of [80, null, 800]) {
      await sized(kw);
      const { rows } = await k451({ from: '2026-06-18', to: '2026-06-19' });
      assert.deepEqual(
        rows.map(({ irradiation_kwh_m2, pr }) => [irradiation_kwh_m2, pr]),
        [
          [5, null],
          [5, 0.8],
        ],
      );
    }
    await sized(100);
    await test.arrange('update device set section_id = null where plant_id = $1', [plant_id]);
    await test.arrange(`delete from plant_section where name like 'Sized %'`);
    const told = `/api/v1/k451-file/?from=2026-06-01&to=2026-06-30&idcalc=2&language=it&format=csv`;
    const csv = (await test.app.inject({ url: told, headers: world.owner })).body;
    assert.ok(csv.includes(';11,75;"sensore, meteo";'), csv);
    // While a day with sun is not remade the others are not told as the whole; one without sun lacks nothing.
    const horizontals = async (sun_hours: number) => {
      await test.arrange(
        `insert into expected_day (company_id, plant_id, day, basis, inputs, temperature, measured, sun_hours, missing_hours, sums, hours)
         values ($1, $2, '2026-06-20', 'x', '{0}', 0, true, $3::float8, $3::float8, '{0,0,0,0,0,0,0}', decode(repeat('00', 384), 'hex'))`,
        [company.company_id, plant_id, sun_hours],
      );
      const { rows, totals } = await k451({ from: '2026-06-01', to: '2026-06-30', idcalc: 2 });
      await test.arrange(`delete from expected_day where company_id = $1 and day = '2026-06-20'`, [
        company.company_id,
      ]);
      return [...rows, ...totals].map((row) => row.irradiation_horizontal_kwh_m2);
    };
    assert.deepEqual(
      [await horizontals(13), await horizontals(0)],
      [
        [null, null],
        [11.75, 11.75],
      ],
    );
    const planned = await world.ask<K410Report>('GET', 'k410-data/?year=2026');
    // June is not over: it is not held against its plan yet.
    assert.deepEqual(
      planned.rows.map(({ budget_kwh, budget_change }) => [budget_kwh, budget_change]),
      [[800, null]],
    );
    const url = '/api/v1/k410-file/?year=2026&language=it&format=csv';
    const file = (await test.app.inject({ url, headers: world.owner })).body;
    assert.ok(file.includes('Budget (kWh);Scostamento dal budget (%)'), file);
  });

  it('take a plant for as many kW as its expected energy does, wherever what counts its energy stands', async () => {
    const { test } = world;
    const company = await makeCompany(test.pool, 'Measured by kW');
    type Device = [category: DeviceCategory, section: number | null, names?: readonly string[]];
    const plants: [nominal: number | null, sections: (number | null)[], devices: Device[], kw: number][] = [
      [100, [], [['inverter', null]], 100],
      [100, [40, 40], [], 100],
      [100, [40, 40], [['inverter', null]], 100],
      [
        100,
        [40, 40],
        [
          ['inverter', 0],
          ['inverter', 1],
        ],
        80,
      ],
      [
        100,
        [40, 40],
        [
          ['inverter', 0],
          ['generator', null],
        ],
        100,
      ],
      [100, [40, null], [['inverter', 0]], 100],
      [100, [99.5], [['inverter', null]], 99.5],
      [50, [40, 40], [['inverter', null]], 80],
      [null, [40, 40], [['inverter', null]], 80],
      // What tells the energy before others is what counts; who tells none counts nothing.
      [
        100,
        [40, 40],
        [
          ['production_meter', 0],
          ['inverter', null],
        ],
        80,
      ],
      [
        100,
        [40, 40],
        [
          ['production_meter', null],
          ['inverter', 0],
        ],
        100,
      ],
      [
        100,
        [40, 40],
        [
          ['production_meter', null, ['irradiance']],
          ['inverter', 0],
        ],
        80,
      ],
      [
        100,
        [40, 40],
        [
          ['other', null, ['energy_total_kwh']],
          ['inverter', 0],
        ],
        80,
      ],
      [100, [40, 40], [['other', null, ['energy_total_kwh']]], 100],
      [
        100,
        [40, 40],
        [
          ['inverter', 0, ['energy_total_kwh']],
          ['inverter', null, ['irradiance']],
        ],
        80,
      ],
    ];
    for (const [i, [nominal, sections, devices]] of plants.entries()) {
      const plant_id = await makePlant(test.pool, company, `P${String(i).padStart(2, '0')}`);
      await test.arrange('update plant set potenza_nominale = $3 where company_id = $1 and id = $2', [
        company.company_id,
        plant_id,
        nominal,
      ]);
      const ids = await test.arrange<{ id: string }>(
        `insert into plant_section (company_id, plant_id, name, kw_peak)
         select $1, $2, 'S' || i, kw from unnest($3::float8[]) with ordinality as u (kw, i) order by i returning id`,
        [company.company_id, plant_id, sections],
      );
      for (const [n, [category, section, names = ['ac_power_kw', 'energy_total_kwh']]] of devices.entries()) {
        const device_id = await makeDevice(test.pool, company, plant_id, `D${n}`, names, { category });
        await test.arrange('update device set section_id = $3 where company_id = $1 and id = $2', [
          company.company_id,
          device_id,
          section === null ? null : ids[section]?.id,
        ]);
      }
    }
    const [reported, models] = await inScope(test.pool, company, async (tx) => [
      await listReportedPlants(tx, null),
      (await listPlants(tx, null)).map(plantModel),
    ]);
    const kw = plants.map(([, , , of]) => of);
    assert.deepEqual(
      models.map(({ kw_peak }) => kw_peak),
      kw,
    );
    assert.deepEqual(
      reported.map(({ model_kw }) => model_kw),
      kw,
    );
  });
});

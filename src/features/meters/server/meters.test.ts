import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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
import { until } from '../../../../tests/support/program.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import type { Alarm, AlarmDetail } from '../../alarms/alarms.contract.ts';
import { CompanyEvaluation, closeAllAlarms } from '../../alarms/server/company-evaluation.ts';
import { recomputeDirty } from '../../measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type {
  ComparedMonth,
  ComparedSide,
  ComparisonDetail,
  MeterDifference,
} from '../comparison.contract.ts';
import type { EnergyMeter, MeterPower } from '../meters.contract.ts';
import type { MeterYear, RegisterLine } from '../register.contract.ts';
import { keepAlarms } from './difference-alarms.ts';
import { judgeEachDay, judgeMeters } from './judge-meters.ts';
import { readMeters } from './midnight-readings.ts';
import { removeUnusedPhotos } from './photos.ts';
import { verifyRegisters } from './verify-registers.public.ts';

const NOW = new Date('2026-04-02T08:00:00Z');

interface Refusal {
  readonly detail: string;
  readonly errors: readonly { path: string; code: string; params?: Record<string, unknown> }[];
}

const mapValues = <K extends string, A, B>(of: Record<K, A>, map: (one: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(of).map(([key, one]) => [key, map(one)])) as Record<K, B>;

/** Waits until a worker has done what was left to it. */
const settled = <T>(look: () => Promise<T>, expected: T): Promise<void> =>
  until(async () => (await look()) === expected, `to be ${expected}`);

describe('energy meters', () => {
  let test: TestApp;
  let company: Scope;
  let owner: Headers;
  let sunny: number;
  before(async () => {
    test = await createTestApp({ now: () => NOW });
    company = await makeCompany(test.pool, 'Meters');
    sunny = await makePlant(test.pool, company, 'SUNNY', { potenza_nominale: 100 });
    for (const code of ['OTHER', 'YEARS'])
      await makePlant(test.pool, company, code, { potenza_nominale: 100 });
    const user = await makeUser(test, { company, roles: ['COMPANY_OWNER', 'APP_0'] });
    owner = await signIn(test, user, company, NOW);
  });
  after(() => test?.close());

  async function ask<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body, status = method === 'POST' ? 201 : 200 }: { body?: object; status?: number } = {},
  ): Promise<T> {
    const answer = await test.app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: owner,
      ...(body && { payload: body }),
    });
    assert.equal(answer.statusCode, status, `${method} ${path}: ${answer.body}`);
    return (answer.body.startsWith('{') || answer.body.startsWith('[') ? answer.json() : answer.body) as T;
  }
  const meter = (serial_number: string, more: object = {}): Promise<EnergyMeter> =>
    ask('POST', 'energy-meter/', {
      body: {
        serial_number,
        proj_code: 'SUNNY',
        model: 'Landis+Gyr E650',
        role: 'production',
        constant_k: 40,
        digits: 5,
        from_on: '2026-01-01',
        ...more,
      },
    });
  const read = (id: number, at: string, reading: number, more: object = {}): Promise<RegisterLine[]> =>
    ask('POST', `energy-meter/${id}/readings/`, { body: { at, reading, ...more } });
  const refused = async (path: string, body: object, status = 400): Promise<Refusal> =>
    ask('POST', path, { body, status });

  it('write readings, which are booked where they end and counted by K', async () => {
    const { id } = await meter('M-1');
    await read(id, '2025-12-31T23:00:00Z', 1000);
    // 250.5 × 40 = 10,020 kWh in January, 100 × 40 = 4,000 in February.
    await read(id, '2026-01-31T23:00:00Z', 1250.5);
    const [last] = await read(id, '2026-02-28T23:00:00Z', 1350.5);
    assert.deepEqual([last?.line, last?.kwh, last?.booked_on, last?.counts], [3, 4000, '2026-02-28', true]);
    const year = await ask<MeterYear>('GET', 'energy-meter-year/?proj_code=SUNNY&year=2026');
    assert.deepEqual(year.meters[0]?.months.slice(0, 3), [10_020, 4000, null]);
    assert.equal(year.consumed_kwh, 14_020);
    const power = await ask<MeterPower>('GET', 'energy-meter-power-computed-by-sn/?serial_number=M-1');
    // 4,000 kWh in 28 days of 24 hours.
    assert.deepEqual(
      power.values.map((kw) => kw.toFixed(6)),
      [(10_020 / 744).toFixed(6), (4000 / 672).toFixed(6)],
    );
  });

  it('refuse a step that cannot be with its reason, and take it with a note', async () => {
    const { id } = await meter('M-2');
    await read(id, '2026-03-01T23:00:00Z', 1000);
    const path = `energy-meter/${id}/readings/`;
    const lower = { at: '2026-03-02T23:00:00Z', reading: 999 };
    assert.equal((await refused(path, lower)).errors[0]?.code, 'lower_than_last');
    // 100 kW × 24 h × 1.2 = 2,880 kWh are 72 of the counter.
    const much = { at: '2026-03-02T23:00:00Z', reading: 1073 };
    assert.equal((await refused(path, much)).errors[0]?.code, 'impossible_step');
    assert.equal((await refused(path, { ...much, override: true })).errors[0]?.code, 'note_missing');
    const [line] = await read(id, much.at, much.reading, {
      override: true,
      note: 'Two inverters were added',
    });
    assert.deepEqual([line?.overridden, line?.kwh], [true, 2920]);
    assert.equal(
      (await refused(path, { at: '2026-04-03T00:00:00Z', reading: 1100 })).errors[0]?.code,
      'in_future',
    );
    // K of 0, and of a meter that has readings.
    await ask('PUT', 'energy-meter/M-2/', { body: { constant_k: 0 }, status: 400 });
    await ask('PUT', 'energy-meter/M-2/', { body: { constant_k: 80 }, status: 409 });
  });

  it('correct by a line of its own, and go on after a reset, a roll-over and a swap', async () => {
    const { id } = await meter('M-3');
    await read(id, '2026-01-01T23:00:00Z', 99_960);
    await read(id, '2026-01-02T23:00:00Z', 99_991);
    const corrections = `energy-meter/${id}/corrections/`;
    const [correction, wrong] = await ask<RegisterLine[]>('POST', corrections, {
      body: { line: 2, reading: 99_990, note: 'Misread' },
    });
    assert.deepEqual(
      [correction?.kwh, correction?.corrects, wrong?.counts, wrong?.reading],
      [1200, 2, false, 99_991],
    );
    await ask('POST', `energy-meter/${id}/events/`, {
      body: { event: 'rollover', at: '2026-01-03T11:00:00Z' },
    });
    const [after] = await read(id, '2026-01-03T23:00:00Z', 15);
    assert.equal(after?.kwh, 600);
    const swap = { serial_number: 'M-3-NEW', model: 'Itron SL7000', constant_k: 1, digits: 6, first: 5 };
    const swap_path = `energy-meter/${id}/swap/`;
    assert.equal(
      (await refused(swap_path, { ...swap, at: '2026-01-04T11:00:00Z', final: 14 })).errors[0]?.path,
      'final',
    );
    const taken = { ...swap, serial_number: 'M-1', at: '2026-01-04T11:00:00Z', final: 20 };
    assert.equal((await refused(swap_path, taken, 409)).errors[0]?.code, 'serial_taken');
    const made = await ask<EnergyMeter>('POST', swap_path, {
      body: { ...swap, at: '2026-01-04T11:00:00Z', final: 20 },
    });
    assert.deepEqual(
      [made.replaces, made.from_on, made.last_reading, made.role],
      ['M-3', '2026-01-04', 5, 'production'],
    );
    const [first] = await read(made.id, '2026-01-04T23:00:00Z', 65);
    assert.equal(first?.kwh, 60);
    await refused(`energy-meter/${id}/readings/`, { at: '2026-01-05T23:00:00Z', reading: 30 }, 409);
    const year = await ask<MeterYear>('GET', 'energy-meter-year/?proj_code=SUNNY&year=2026');
    const sums = Object.fromEntries(year.meters.map(({ serial_number, kwh }) => [serial_number, kwh]));
    // 30 + 10 + 15 + 5 = 60 × 40.
    assert.deepEqual([sums['M-3'], sums['M-3-NEW']], [2400, 60]);
  });

  it('tell a year from the reading that stood at its begin, and no consumption where a meter of it is silent', async () => {
    const own = { proj_code: 'YEARS', from_on: '2025-12-01' };
    const { id } = await meter('Y-1', own);
    await read(id, '2025-12-20T11:00:00Z', 1000);
    await read(id, '2026-01-31T23:00:00Z', 1100);
    const yearOf = (year: number) => ask<MeterYear>('GET', `energy-meter-year/?proj_code=YEARS&year=${year}`);
    const alone = await yearOf(2026);
    const [shown] = alone.meters;
    assert.deepEqual([shown?.first_reading, shown?.last_reading, shown?.kwh], [1000, 1100, 4000]);
    assert.equal(alone.consumed_kwh, 4000);
    const exported = await meter('Y-2', { ...own, role: 'export' });
    assert.equal((await yearOf(2026)).consumed_kwh, null);
    await read(exported.id, '2025-12-31T23:00:00Z', 0);
    await read(exported.id, '2026-01-31T23:00:00Z', 30);
    await read((await meter('Y-3', { ...own, role: 'import' })).id, '2026-01-31T23:00:00Z', 50);
    // (100 − 30) × 40; what is taken from the grid is another figure.
    assert.equal((await yearOf(2026)).consumed_kwh, 2800);
    assert.deepEqual((await yearOf(2027)).meters, []);
  });

  it('import a statement whole or not at all, with each line that cannot be taken', async () => {
    const { id } = await meter('M-4');
    await meter('O-1', { proj_code: 'OTHER' });
    const path = 'energy-meter-readings-import/';
    const text =
      'Matricola;Data;Lettura\nM-4;31/01/2026;500\nO-1;31/01/2026;7\nM-4;28/02/2026;400\nM-4;29/03/2026 02:30;900\n';
    const { errors } = await refused(path, { text, proj_code: 'SUNNY' });
    assert.deepEqual(
      errors.map(({ code, params }) => [params?.line, code]),
      [
        [3, 'unknown_meter'],
        [4, 'lower_than_last'],
        [5, 'skipped_time'],
      ],
    );
    assert.deepEqual(await ask('GET', `energy-meter/${id}/readings/`), []);
    const good = 'M-4;28/02/2026;600\nM-4;31/01/2026;500\n';
    assert.deepEqual(await ask('POST', path, { body: { text: good, proj_code: 'SUNNY' } }), {
      stored: 2,
      meters: 1,
    });
    const lines = await ask<RegisterLine[]>('GET', `energy-meter/${id}/readings/?month=2026-02`);
    assert.deepEqual(
      lines.map(({ reading, kwh, source }) => [reading, kwh, source]),
      [[600, 4000, 'distributor']],
    );
  });

  it('retire a meter that has readings: its register and its serial number stay', async () => {
    const { id } = await meter('M-5');
    await read(id, '2026-01-31T23:00:00Z', 500);
    await ask('DELETE', `energy-meter/${id}/`, { status: 204 });
    assert.equal(
      (
        await refused(
          'energy-meter/',
          {
            serial_number: 'M-5',
            proj_code: 'SUNNY',
            model: 'x',
            role: 'import',
            from_on: '2026-01-01',
          },
          409,
        )
      ).errors[0]?.code,
      'serial_taken',
    );
    assert.equal((await ask<EnergyMeter>('GET', `energy-meter-by-id/${id}/`)).retired_at, NOW.toISOString());
    const csv = await ask<string>(
      'GET',
      'energy-meter-register/?serial_number=M-5&period=2026-01&language=it',
    );
    assert.match(csv, /1;M-5;01\/02\/2026 00:00;Lettura;500;40;/);
    const { id: empty } = await meter('M-6');
    await ask('DELETE', `energy-meter/${empty}/`, { status: 204 });
    await ask('GET', `energy-meter-by-id/${empty}/`, { status: 404 });
  });

  it('are read by their device at midnight, once, and what cannot be waits for a person', async () => {
    const device_id = await makeDevice(test.pool, company, sunny, 'MTR', ['energy_total_kwh'], {
      category: 'production_meter',
    });
    const second_id = await makeDevice(test.pool, company, sunny, 'MTR2', ['energy_total_kwh'], {
      category: 'production_meter',
    });
    const { id: broken } = await meter('M-8B', { device_id: second_id, from_on: '2026-03-30' });
    const { id } = await meter('M-8', { device_id, from_on: '2026-03-30' });
    const writer = new ReadingWriter(test.pool, {
      announce: async () => undefined,
      clock: () => NOW.getTime(),
    });
    // 40,000 kWh shortly before the midnight of 2 April in Rome: 1,000 of the counter.
    const rows = [['2026-04-01T21:30:00Z', 40_000] as const, ['2026-04-01T22:30:00Z', 41_000] as const];
    await writer.write(
      company,
      [device_id, second_id].flatMap((device_id) =>
        rows.map(([at, kwh]) => ({
          device_id,
          ts: Date.parse(at),
          values: Float64Array.of(kwh),
          quality: null,
        })),
      ),
    );
    await writer.close();
    // One whose line cannot be written keeps no other from being read.
    await test.arrange(
      `alter table energy_meter_reading add constraint broken check (meter_id <> ${broken}) not valid`,
    );
    assert.equal(await readMeters(test.work, company.company_id, NOW), 1);
    await test.arrange('alter table energy_meter_reading drop constraint broken');
    assert.equal(await readMeters(test.work, company.company_id, NOW), 1);
    assert.equal(await readMeters(test.work, company.company_id, NOW), 0);
    const lines = await ask<RegisterLine[]>('GET', `energy-meter/${id}/readings/`);
    assert.deepEqual(
      lines.map(({ at, reading, source, recorded_by }) => [at, reading, source, recorded_by]),
      [['2026-04-01T22:00:00.000Z', 1000, 'device', '']],
    );
  });

  it('are compared with their device, the inverters and a statement, and a difference is an alarm until it is corrected', async () => {
    const plant = await makePlant(test.pool, company, 'COMPARED', { potenza_nominale: 100 });
    await test.arrange('insert into plant_live (company_id, plant_id) values ($1, $2)', [
      company.company_id,
      plant,
    ]);
    const device = (name: string, category: string) =>
      makeDevice(test.pool, company, plant, name, ['energy_total_kwh'], {
        category,
        interval_s: 3600,
        nominal_power: 100,
      });
    const device_id = await device('MTR', 'production_meter');
    const inverters = [await device('INV1', 'inverter'), await device('INV2', 'inverter')];
    // March of Rome has 743 hours: 10 kWh an hour of each inverter, 19.8 kWh by the meter's device.
    const [start, end] = [Date.parse('2026-02-28T23:00:00Z'), Date.parse('2026-03-31T22:00:00Z')];
    const writer = new ReadingWriter(test.pool, {
      announce: async () => undefined,
      clock: () => NOW.getTime(),
    });
    for (const [id, each] of [[device_id, 19.8], ...inverters.map((id) => [id, 10])] as [number, number][]) {
      const rows = [];
      for (let ts = start, kwh = 1000; ts <= end + 3_600_000; ts += 3_600_000, kwh += each)
        rows.push({ device_id: id, ts, values: Float64Array.of(kwh), quality: null });
      await writer.write(company, rows);
    }
    await writer.close();
    await recomputeDirty(test.pool, company, { clock: () => NOW.getTime(), today: true });
    const own = { proj_code: 'COMPARED', device_id, digits: 6 };
    const { id } = await meter('C-1', own);
    await read(id, '2026-02-28T23:00:00Z', 1000);
    // 365 × 40 = 14,600 kWh.
    await read(id, '2026-03-31T22:00:00Z', 1365);
    const importing = 'energy-meter-statements-import/';
    const given = { proj_code: 'COMPARED', source: 'gse' };
    const { errors } = await refused(importing, {
      ...given,
      text: 'Matricola;Mese;kWh\nC-1;03/2026;15100\nM-1;03/2026;7\nC-1;2026-03;1\nC-1;04/2026;9\nC-1;12/2025;9',
    });
    assert.deepEqual(
      errors.map(({ code, params }) => [params?.line, code]),
      [
        [3, 'not_of_plant'],
        [4, 'repeated'],
        [5, 'not_over'],
        [6, 'not_in_use'],
      ],
    );
    const month = () => ask<ComparedMonth>('GET', 'energy-meter-comparisons/?month=2026-03&codes=COMPARED');
    const sidesOf = async () => {
      const { rows, closed } = await month();
      const { own_kwh, own_completeness, sides } = rows[0] ?? assert.fail('no row');
      const side = ({ kwh, difference_kwh, difference_pct, over }: ComparedSide) => [
        kwh,
        difference_kwh,
        difference_pct?.toFixed(3),
        over,
      ];
      return { closed, own_kwh, own_completeness, ...mapValues(sides, side) };
    };
    assert.equal((await month()).rows[0]?.sides.gse.gap, 'no_statement');
    await ask('POST', importing, { body: { ...given, text: 'C-1;03/2026;15.100,0' } });
    // 743 × 19.8 = 14,711.4; 743 × 20 = 14,860; −500 / 15,100 = −3.311 %.
    assert.deepEqual(await sidesOf(), {
      closed: true,
      own_kwh: 14_600,
      own_completeness: 1,
      device: [14_711.4, -111.4, '-0.757', false],
      inverters: [14_860, -260, '-1.750', false],
      distributor: [null, null, undefined, null],
      gse: [15_100, -500, '-3.311', true],
    });
    const alarms = async (query = 'closed=false') =>
      (await ask<{ results: Alarm[] }>('GET', `alarms/?proj_code=COMPARED&${query}`)).results;
    const told = async () =>
      (await alarms()).map(({ params: { serial_number, month, side } }) =>
        [serial_number, month, side].join(' '),
      );
    await settled(async () => (await told()).join(), 'C-1 2026-03 gse');
    const [alarm] = await alarms();
    const { evidence } = await ask<AlarmDetail>('GET', `alarm/${alarm?.id}/`);
    assert.deepEqual(
      evidence?.figures.map(({ code, value, limit }) => [code, value?.toFixed(2), limit]),
      [
        ['own_kwh', '14600.00', null],
        ['other_kwh', '15100.00', null],
        ['difference_pct', '-3.31', 3],
      ],
    );
    const rowsOfFile = await ask<string>('GET', 'alarms-export/?code=meter_difference&language=it');
    assert.match(
      rowsOfFile,
      /Un contatore di energia si scosta oltre la soglia;"?contatore C-1, 03\/2026, rispetto al GSE: -3,3 %, soglia 3 %/,
    );
    // Alarms' own evaluation shows it on the plant's card, and leaves it open.
    const evaluation = new CompanyEvaluation();
    const evaluate = () => inScope(test.pool, company, (tx) => evaluation.evaluate(tx, NOW.getTime(), true));
    const warned = async () =>
      (
        await test.arrange<{ warning: boolean }>('select warning from plant_live where plant_id = $1', [
          plant,
        ])
      )[0]?.warning;
    await evaluate();
    assert.deepEqual([(await told()).length, await warned()], [1, true]);
    const differences = () => ask<MeterDifference[]>('GET', 'energy-meter-differences/');
    assert.deepEqual(
      (await differences()).map(({ serial_number, side, month: of }) => [serial_number, side, of]),
      [['C-1', 'gse', '2026-03']],
    );
    // Judged again, as each day: it is the same alarm, and it opened once.
    const asked = { meter_ids: [id], months: ['2026-03'] };
    assert.equal(await inScope(test.pool, company, (tx) => judgeMeters(tx, asked, NOW)), 0);
    // 370 × 40 = 14,800: −300 / 15,100 = −1.99 %.
    await ask('POST', `energy-meter/${id}/corrections/`, {
      body: { line: 2, reading: 1370, note: 'Misread' },
    });
    await settled(async () => (await told()).length, 0);
    assert.deepEqual(await differences(), []);
    const events = await test.arrange<{ kind: string }>(
      'select kind from alarm_event where alarm_id = $1 order by id',
      [alarm?.id],
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['opened', 'closed'],
    );
    await evaluate();
    assert.equal(await warned(), false);
    // A threshold of its own: −1.99 % is more than 1.5 %, and so is −0.4 % not.
    await ask('PUT', 'energy-meter/C-1/', { body: { threshold_pct: 1.5 } });
    await settled(async () => (await told()).length, 1);

    // A plant that cannot be judged keeps no other from it, and is tried again on the next day.
    const judgedOnDay = async (now: Date) => {
      const warned: unknown[] = [];
      const log = { ...test.work.log, warn: (fields: unknown) => void warned.push(fields) };
      await judgeEachDay(
        { pool: test.pool, log: log as unknown as typeof test.work.log },
        company.company_id,
        now,
      );
      return warned.map((one) => (one as { meter_ids: number[] }).meter_ids);
    };
    await test.arrange(
      `alter table energy_meter_difference add constraint in_the_way check (plant_id <> ${plant}) not valid`,
    );
    assert.deepEqual(await judgedOnDay(NOW), [[id]]);
    assert.equal((await differences()).length, 1);
    const left = () =>
      test.arrange('select id from energy_meter where judged_on is distinct from $1', ['2026-04-02']);
    assert.deepEqual(await left(), []);
    await test.arrange('alter table energy_meter_difference drop constraint in_the_way');
    assert.deepEqual(await judgedOnDay(NOW), []);
    assert.deepEqual(await judgedOnDay(new Date('2026-04-03T08:00:00Z')), []);
    assert.equal((await left()).length > 1, true);

    const detail = await ask<ComparisonDetail>('GET', `energy-meter/${id}/comparison/?month=2026-03`);
    assert.deepEqual(
      detail.own.map(({ line, reading, kwh, corrected_by }) => [line, reading, kwh, corrected_by]),
      [
        [1, 1000, null, null],
        [2, 1370, 14_800, 3],
      ],
    );
    assert.deepEqual(
      detail.devices.map(({ side, short_name, kwh }) => [side, short_name, kwh]),
      [
        ['device', 'MTR', 14_711.4],
        ['inverters', 'INV1', 7430],
        ['inverters', 'INV2', 7430],
      ],
    );
    assert.deepEqual(
      [detail.days.length, detail.days[0]?.sides.device.kwh, detail.days[0]?.own_kwh],
      [31, 475.2, null],
    );
    const csv = await ask<string>(
      'GET',
      'energy-meter-comparisons-file/?month=2026-03&codes=COMPARED&language=it',
    );
    assert.match(csv, /COMPARED;C-1;produzione;01\/03\/2026 00:00;01\/04\/2026 00:00;14800;100;14711,4;/);

    // Read at 09:00 of the first and at 15:00 of the last day: all sides are of the 725 hours between.
    const exported = await meter('C-2', { ...own, role: 'export' });
    await read(exported.id, '2026-03-01T08:00:00Z', 0);
    await read(exported.id, '2026-03-31T13:00:00Z', 350);
    const [, second] = (await month()).rows;
    assert.deepEqual(
      [second?.own_kwh, second?.sides.device.kwh, second?.sides.inverters.gap],
      [14_000, 14_355, 'no_production'],
    );

    // Swapped at half past ten of the 16th: it is compared until then, 370.5 hours of 19.8 kWh (7,335.9), and as a whole.
    const old = await meter('C-4', { ...own, role: 'export' });
    await read(old.id, '2026-02-28T23:00:00Z', 0);
    await ask('POST', importing, { body: { ...given, text: 'C-4;03/2026;7336' } });
    const swap = { at: '2026-03-16T09:30:00Z', final: 183.4, serial_number: 'C-5', first: 0, digits: 6 };
    const { id: next } = await ask<EnergyMeter>('POST', `energy-meter/${old.id}/swap/`, {
      body: { ...swap, model: 'Landis+Gyr E650', constant_k: 40 },
    });
    await read(next, '2026-03-31T22:00:00Z', 184.4);
    const swapped = (await month()).rows.filter(({ id }) => id === old.id || id === next);
    assert.deepEqual(
      swapped.map(({ own_kwh, own_completeness, sides: { gse } }) => [own_kwh, own_completeness, gse.gap]),
      [
        [7336, 1, null],
        [7376, 1, 'no_statement'],
      ],
    );
    const { days } = await ask<ComparisonDetail>('GET', `energy-meter/${old.id}/comparison/?month=2026-03`);
    assert.equal(days.at(-1)?.day, '2026-03-15');
    // Three months after its end nothing of it is judged any more.
    await judgedOnDay(new Date('2026-07-01T08:00:00Z'));
    const judgedOn = await test.arrange<{ judged_on: string }>(
      'select judged_on::text as judged_on from energy_meter where id = any($1) order by id',
      [[old.id, next]],
    );
    assert.deepEqual(
      judgedOn.map(({ judged_on }) => judged_on === '2026-07-01'),
      [false, true],
    );

    const judge = () => inScope(test.pool, company, (tx) => judgeMeters(tx, asked, NOW));
    // Of a month that is not over the alarm is of a day: from its midnight to the next of Rome.
    const stated = async (day: string | null) => {
      await test.arrange('update energy_meter_difference set day = $2 where meter_id = $1', [id, day]);
      await inScope(test.pool, company, (tx) => keepAlarms(tx, [id], NOW));
      const { evidence } = await ask<AlarmDetail>('GET', `alarm/${alarm?.id}/`);
      return [evidence?.start, evidence?.end];
    };
    assert.deepEqual(await stated('2026-03-15'), ['2026-03-14T23:00:00.000Z', '2026-03-15T23:00:00.000Z']);
    assert.deepEqual(await stated(null), ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
    // A disabled company's alarms close and are not raised anew by the judging of each day.
    const enable = (enabled: boolean) =>
      test.arrange('update company set enabled = $2 where id_client = $1', [company.company_id, enabled]);
    await enable(false);
    assert.equal((await inScope(test.pool, company, (tx) => closeAllAlarms(tx, NOW))) > 0, true);
    await judge();
    await enable(true);
    assert.deepEqual(await told(), []);
    await judge();
    assert.equal((await told()).length, 1);
    // Whoever retires a meter ends its alarm, whose reading could not be corrected any more; it is not judged again.
    await ask('DELETE', `energy-meter/${id}/`, { status: 204 });
    const ended = () =>
      test.arrange<{ reason: string | null }>(
        `select detail->>'reason' as reason from alarm_event where alarm_id = $1 and kind = 'closed' order by id desc limit 1`,
        [alarm?.id],
      );
    assert.deepEqual([await told(), await ended()], [[], [{ reason: 'record_removed' }]]);
    assert.equal(await judge(), 0);
    assert.deepEqual([await told(), await differences()], [[], []]);
    await test.arrange('update energy_meter set retired_at = null where id = $1', [id]);
    assert.equal(await judge(), 1);

    // Without its last reading nothing can be compared: nobody has corrected what was told.
    await ask('POST', `energy-meter/${id}/corrections/`, {
      body: { line: 2, reading: null, note: 'Not ours' },
    });
    assert.equal((await month()).rows[0]?.sides.gse.over, null);
    assert.equal(await inScope(test.pool, company, (tx) => judgeMeters(tx, asked, NOW)), 0);
    assert.deepEqual([(await differences()).length, (await told()).length], [1, 1]);
    // The archive ends what was raised at its plants.
    await test.arrange('update plant set archived_at = now() where id = $1', [plant]);
    const open = () =>
      test.arrange('select count(*)::int as open from alarm where plant_id = $1 and end_date is null', [
        plant,
      ]);
    // A row that the database refuses holds up no evaluation, and is tried again.
    const refusing = (tx: Tx): Tx => ({
      ...tx,
      query: (text, values, name) =>
        text.includes('update alarm a set end_date')
          ? tx.query('select 1 / 0')
          : tx.query(text, values, name),
    });
    assert.equal(
      await inScope(test.pool, company, (tx) => evaluation.evaluate(refusing(tx), NOW.getTime(), true)),
      true,
    );
    assert.deepEqual(await open(), [{ open: 1 }]);
    await evaluate();
    assert.deepEqual(await open(), [{ open: 0 }]);
  });

  it('carry a photo, which is kept before the reading and seen when it is exchanged', async () => {
    const { id } = await meter('M-9');
    const send = async (file_name: string, payload: Buffer, status: number) => {
      const query = new URLSearchParams({ file_name, size: String(payload.length) });
      const answer = await test.app.inject({
        method: 'POST',
        url: `/api/v1/energy-meter/${id}/photos/?${query}`,
        payload,
        headers: { ...owner, 'content-type': 'application/octet-stream' },
      });
      assert.equal(answer.statusCode, status, answer.body);
      return answer.json();
    };
    const none = (await send('contatore.jpg', Buffer.from('not a photo at all'), 400)) as Refusal;
    assert.deepEqual(none.errors[0], { ...none.errors[0], path: 'file', code: 'no_image' });
    await send('scheda.pdf', Buffer.from('%PDF-1.7 and more of it'), 400);
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('a photo of a meter')]);
    const photo = (await send('contatore.jpg', jpeg, 201)) as { id: number };
    const [line] = await read(id, '2026-03-01T23:00:00Z', 1000, { photo_id: photo.id });
    const sha256 = createHash('sha256').update(jpeg).digest('hex');
    assert.deepEqual([line?.photo_id, line?.photo_sha256], [photo.id, sha256]);
    const back = await test.app.inject({
      method: 'GET',
      url: `/api/v1/energy-meter/${id}/photos/${photo.id}/`,
      headers: owner,
    });
    assert.deepEqual(back.rawPayload, jpeg);
    const other = await meter('M-10');
    const stolen = { at: '2026-03-01T23:00:00Z', reading: 1, photo_id: photo.id };
    assert.equal(
      (await refused(`energy-meter/${other.id}/readings/`, stolen, 404)).errors[0]?.path,
      'photo_id',
    );
    await test.arrange('update energy_meter_reading set photo_sha256 = $2 where meter_id = $1', [
      id,
      'f'.repeat(64),
    ]);
    assert.equal((await ask<{ whole: boolean }>('GET', `energy-meter/${id}/check/`)).whole, false);
    await test.arrange('update energy_meter_reading set photo_sha256 = $2 where meter_id = $1', [id, sha256]);

    // One is named by a reading and 199 by none: there is room for one more.
    await test.arrange(
      `insert into record_attachment (company_id, kind, record_id, plant_id, author_party, file_name, size_bytes, created_at)
       select $1, 'energy_meter', $2, $3, 'A phone', 'draft.jpg', 1, now() from generate_series(1, 199)`,
      [company.company_id, id, sunny],
    );
    await send('contatore.jpg', jpeg, 201);
    const full = (await send('contatore.jpg', jpeg, 400)) as Refusal;
    assert.deepEqual([full.errors[0]?.path, full.errors[0]?.code], ['photo_id', 'too_many_photos']);
    // After a month those go that no reading names, and nothing else takes away the one that a reading does.
    await test.arrange(`update record_attachment set created_at = now() - interval '31 days'`);
    await inScope(test.pool, company, removeUnusedPhotos);
    assert.deepEqual(await test.arrange('select id::int from record_attachment'), [{ id: photo.id }]);
    await assert.rejects(
      test.arrange('delete from record_attachment where id = $1', [photo.id]),
      /energy_meter_reading_photo_kept/,
    );
  });

  it('show a changed past, and give the program no way to make one', async () => {
    const { id } = await meter('M-7');
    await read(id, '2026-01-31T23:00:00Z', 500);
    await read(id, '2026-02-28T23:00:00Z', 600);
    const { broken } = await verifyRegisters(test.pool, company.company_id);
    assert.deepEqual(broken, []);
    await assert.rejects(
      test.pool.query('update energy_meter_reading set reading = 1 where meter_id = $1', [id]),
      /permission denied/,
    );
    await test.arrange('update energy_meter_reading set reading = 501 where meter_id = $1 and line = 1', [
      id,
    ]);
    assert.deepEqual((await verifyRegisters(test.pool, company.company_id)).broken, [
      { serial_number: 'M-7', line: 1 },
    ]);
    await test.arrange('update energy_meter_reading set reading = 500 where meter_id = $1 and line = 1', [
      id,
    ]);
    await test.arrange('delete from energy_meter_reading where meter_id = $1 and line = 2', [id]);
    assert.deepEqual(await ask('GET', `energy-meter/${id}/check/`), {
      lines: 1,
      whole: false,
      broken_line: 2,
    });
  });
});

import assert from 'node:assert/strict';
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
import type { Scope } from '../../../shared/server/tenancy.ts';
import { ReadingWriter } from '../../measurements/server/reading-writer.ts';
import type { EnergyMeter, MeterPower } from '../meters.contract.ts';
import type { MeterYear, RegisterLine } from '../register.contract.ts';
import { readMeters } from './midnight-readings.ts';
import { verifyRegisters } from './verify-registers.public.ts';

const NOW = new Date('2026-04-02T08:00:00Z');

interface Refusal {
  readonly detail: string;
  readonly errors: readonly { path: string; code: string; params?: Record<string, unknown> }[];
}

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
        ...{ serial_number, proj_code: 'SUNNY', model: 'Landis+Gyr E650', role: 'production' },
        ...{ constant_k: 40, digits: 5, from_on: '2026-01-01', ...more },
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
            ...{
              serial_number: 'M-5',
              proj_code: 'SUNNY',
              model: 'x',
              role: 'import',
              from_on: '2026-01-01',
            },
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
    const { id } = await meter('M-8', { device_id, from_on: '2026-03-30' });
    const writer = new ReadingWriter(test.pool, {
      announce: async () => undefined,
      clock: () => NOW.getTime(),
    });
    // 40,000 kWh shortly before the midnight of 2 April in Rome: 1,000 of the counter.
    const rows = [['2026-04-01T21:30:00Z', 40_000] as const, ['2026-04-01T22:30:00Z', 41_000] as const];
    await writer.write(
      company,
      rows.map(([at, kwh]) => ({
        device_id,
        ts: Date.parse(at),
        values: Float64Array.of(kwh),
        quality: null,
      })),
    );
    await writer.close();
    assert.equal(await readMeters(test, company.company_id, NOW), 1);
    assert.equal(await readMeters(test, company.company_id, NOW), 0);
    const lines = await ask<RegisterLine[]>('GET', `energy-meter/${id}/readings/`);
    assert.deepEqual(
      lines.map(({ at, reading, source, recorded_by }) => [at, reading, source, recorded_by]),
      [['2026-04-01T22:00:00.000Z', 1000, 'device', '']],
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

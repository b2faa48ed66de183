import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { chartOf, type SeriesQuery } from '../../../../tests/support/series.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { Imports } from './csv-import.ts';
import { ImportWorker } from './import-job.ts';
import type { ImportJob } from './import-queue.ts';
import { ImportReader } from './import-reader.ts';
import { importCsvFile } from './import-work.ts';
import { listImports, listProgress } from './progress.repository.ts';
import { ReadingWriter } from './reading-writer.ts';
import { loadReadings } from './stored-readings.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const now = () => NOW;
const total = (values: readonly (number | null)[] = []) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** A folder outside of the repository that somebody names, with series of real plants; without it the test of them is skipped. */
const shared = process.env.MERIDIANA_SHARED_DATA ?? '';
const REAL = join(shared, 'pv_timeseries/pvanalytics_system50_ac_power_2012_15min.csv');

/** Rome's day of 25 hours as an Italian logger writes it: semicolons, decimal commas, local time, watts, a gap, dirt. */
function italianDay(): string {
  const lines = ['Impianto di prova', '', 'Data;Ora;Potenza AC [W];Temperatura modulo (°F)'];
  const start = Date.parse('2026-10-24T22:00:00Z');
  for (let i = 0; i < 100; i++) {
    const local = new Date(start + i * 900_000 + (i < 12 ? 2 : 1) * 3_600_000).toISOString();
    const [date, clock] = [local.slice(0, 10).split('-').reverse().join('/'), local.slice(11, 16)];
    const power = i >= 40 && i < 48 ? '' : i === 50 ? 'err' : `${i === 60 ? '1.500' : '1500'},5`;
    lines.push(`${date};${clock};${power};${i === 0 ? '212' : '32,0'}`);
  }
  lines.splice(
    20,
    0,
    '31/02/2026;10:00;1;1',
    '25/10/2027;10:00;1;1',
    lines[10] ?? '',
    '25/10/2026;00:15;9;9',
  );
  return lines.join('\r\n');
}

describe('import of CSV files', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let writer: ReadingWriter;
  let imports: Imports;
  let reader: ImportReader;
  let worker: ImportWorker;
  const waiting: ImportJob[] = [];
  const settled = async () => {
    for (const job of waiting.splice(0)) await worker.perform(job, { last: true });
  };
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-csv-'));
  const ask = async (query: SeriesQuery) => {
    const [series] = await chartOf({ pool: base.pool, scope, now: NOW }, query);
    assert.ok(series);
    return series;
  };
  /** Instants that are stored of a device, packed or not. */
  const count = (device_id: number) =>
    inScope(base.pool, scope, async (tx) => {
      const windows = [{ device_id, start: Date.parse('2000-01-01'), end: NOW.getTime() }];
      return (await loadReadings(tx, { windows, slots: null }))?.[0]?.ts.length;
    });

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Imports');
    writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    const send = async (_tx: unknown, _queue: object, job: object) => {
      waiting.push(job as ImportJob);
    };
    reader = new ImportReader({ pool: base.pool, now });
    const check = reader.check.bind(reader);
    imports = new Imports({ pool: base.pool, jobs: { send }, check });
    const log = { error: (err: unknown) => assert.fail(String(err)) };
    worker = new ImportWorker({ pool: base.pool, writer, now, log });
  });
  after(async () => {
    await writer.close();
    await base.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('understands an Italian logger on the day of 25 hours, previews it, stores it once', async () => {
    const plant = await makePlant(base.pool, scope, 'IT');
    const id = await makeDevice(base.pool, scope, plant, 'LOG', ['ac_power_kw']);
    const bytes = Buffer.from(italianDay(), 'latin1');
    const preview = await reader.create(scope, { device_id: id, file_name: 'ottobre.csv', bytes });
    assert.deepEqual(preview.mapping, {
      separator: ';',
      decimal: ',',
      header_rows: 3,
      time_column: 0,
      clock_column: 1,
      time_format: 'dd/mm/yyyy',
      time_zone: 'Europe/Rome',
      columns: [
        { column: 2, variable: 'ac_power_kw', unit: 'W' },
        { column: 3, variable: 'module_temperature_c', unit: '°F' },
      ],
    });
    assert.deepEqual([preview.rows, preview.step_s, preview.empty, preview.bad_rows], [104, 900, 8, 4]);
    assert.deepEqual(
      preview.bad.map(({ row, column, reason }) => [row, column, reason]),
      [
        [21, null, 'bad_time'],
        [22, null, 'in_future'],
        [24, null, 'duplicate'],
        [58, 'Potenza AC [W]', 'bad_number'],
      ],
    );
    assert.deepEqual(preview.sample[0], { row: 4, ts: '2026-10-24T22:00:00.000Z', values: [1.5005, 100] });
    assert.ok(preview.notes.some(({ code, params }) => code === 'doubled_hour' && params.rows === 8));
    assert.equal(await count(id), 0);

    const progress = await imports.run(scope, preview.id, preview.mapping);
    assert.equal(progress.state, 'running');
    await settled();
    const [done] = await inScope(base.pool, scope, (tx) => listProgress(tx, new Date()));
    assert.deepEqual([done?.state, done?.done === done?.total, done?.detail.stored], ['done', true, 191]);
    const listed = (code: string) => inScope(base.pool, scope, (tx) => listImports(tx, code));
    assert.deepEqual(
      (await listed('IT')).map(({ state, detail }) => [
        state,
        detail.file_name,
        detail.stored,
        detail.bad_rows,
      ]),
      [['done', 'ottobre.csv', 191, 4]],
    );
    assert.deepEqual(await listed('US'), []);
    assert.equal(await count(id), 100);
    const window = { devices: String(id), start: '2026-10-24T22:00:00Z', end: '2026-10-25T23:00:00Z' };
    const power = await ask({ ...window, variables: 'ac_power_kw', resolution: '15m' });
    assert.equal(power.values.length, 100);
    assert.equal(power.values.filter((value) => value === null).length, 9);
    assert.deepEqual(
      power.values.slice(39, 49).map((value) => value === null),
      [false, ...Array.from({ length: 8 }, () => true), false],
    );
    const energy = await ask({ ...window, variables: 'ac_power_kw', resolution: 'day', aggregate: 'energy' });
    assert.ok(Math.abs((energy.values[0] ?? 0) - 91 * 1.5005 * 0.25) < 1e-9);

    await imports.run(scope, preview.id, preview.mapping);
    await settled();
    assert.equal(await count(id), 100);
    assert.deepEqual(
      (await ask({ ...window, variables: 'ac_power_kw', resolution: 'day', aggregate: 'energy' })).values,
      energy.values,
    );
  });

  it('is waiting until a worker takes it up, however long that is, and only then may be interrupted', async () => {
    const plant = await makePlant(base.pool, scope, 'WT');
    const id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw']);
    const bytes = Buffer.from('time,ac_power_kw\n2026-06-01T10:00:00Z,1\n');
    const preview = await reader.create(scope, { device_id: id, file_name: 'wt.csv', bytes });
    const { id: progress_id } = await imports.run(scope, preview.id, preview.mapping);
    const phases: unknown[] = [];
    const look = async () => {
      await inScope(base.pool, scope, (tx) =>
        tx.query(
          `update progress set updated_at = now() - interval '11 minutes' where company_id = $1 and id = $2`,
          [scope.company_id, progress_id],
        ),
      );
      const [work] = await inScope(base.pool, scope, (tx) => listImports(tx, 'WT'));
      const listed = await inScope(base.pool, scope, (tx) => listProgress(tx, new Date()));
      const there = listed.some((one) => one.id === progress_id);
      phases.push([work?.state, work?.detail.phase, work?.fault?.code ?? null, there]);
    };
    await look();
    const log = { error: () => undefined };
    const gone = new ImportWorker({
      pool: base.pool,
      writer: { write: () => look().then(() => Promise.reject(new Error('later'))) } as never,
      now,
      log,
    });
    const [job] = waiting;
    assert.ok(job);
    await assert.rejects(gone.perform(job, { last: false }), /later/);
    await look();
    await settled();
    assert.deepEqual(phases, [
      ['running', 'waiting', null, true],
      ['failed', 'readings', 'interrupted', true],
      ['running', 'waiting', null, true],
    ]);
    const [done] = await inScope(base.pool, scope, (tx) => listImports(tx, 'WT'));
    assert.deepEqual([done?.state, done?.detail.phase], ['done', 'done']);
  });

  it('counts the bad cell of a column that its header names, and tells the column that it leaves out', async () => {
    const plant = await makePlant(base.pool, scope, 'XX');
    const id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw', 'ambient_temperature_c']);
    const cells = ['1,5,a', '2,6,b', 'xx,7,c', '4,8,d'].map((row, i) => `2026-06-01T1${i}:00:00Z,${row}`);
    const bytes = Buffer.from(['time,ac_power_kw,ambient_temperature_c,note', ...cells].join('\n'));
    const preview = await reader.create(scope, { device_id: id, file_name: 'xx.csv', bytes });
    assert.deepEqual([preview.readings, preview.bad_rows], [7, 1]);
    assert.deepEqual(preview.bad, [{ row: 4, column: 'ac_power_kw', reason: 'bad_number' }]);
    await imports.run(scope, preview.id, preview.mapping);
    await settled();
    const [done] = await inScope(base.pool, scope, (tx) => listImports(tx, 'XX'));
    assert.deepEqual([done?.detail.stored, done?.detail.bad_rows, done?.detail.left_out], [7, 1, ['note']]);
    const [newest] = await inScope(base.pool, scope, (tx) => listImports(tx, undefined));
    assert.deepEqual([newest?.id, newest?.proj_code], [done?.id, 'XX']);
  });

  it('takes offsets in the stamps at their word, and says so where the clock of the plant changes', async () => {
    const plant = await makePlant(base.pool, scope, 'US', {
      time_zone: 'America/Denver',
      potenza_nominale: 3,
    });
    const id = await makeDevice(base.pool, scope, plant, 'INV', ['ac_power_kw']);
    const lines = ['measured_on,ac_power_2'];
    const start = Date.parse('2026-02-28T07:00:00Z');
    for (let i = 0; i < 96 * 30; i++) {
      const local = new Date(start + i * 900_000 - 7 * 3_600_000).toISOString();
      lines.push(`${local.slice(0, 10)} ${local.slice(11, 19)}-07:00,${i % 96 === 50 ? '' : '2000.0'}`);
    }
    const path = join(folder, 'us.csv');
    writeFileSync(path, lines.join('\n'));
    const preview = await reader.create(scope, {
      device_id: id,
      file_name: 'us.csv',
      bytes: Buffer.from(lines.join('\n')),
    });
    assert.deepEqual(preview.mapping.columns, [{ column: 1, variable: 'ac_power_kw', unit: 'W' }]);
    assert.deepEqual(
      preview.notes.map((note) => note.code),
      ['unit_guessed', 'fixed_offset'],
    );
    const { report, understood } = await importCsvFile({
      pool: base.pool,
      scope,
      device: 'US/INV',
      path,
      now,
    });
    assert.equal(understood.time_format, 'iso');
    assert.deepEqual([report.stored, report.empty, report.bad_rows, report.step_s], [95 * 30, 30, 0, 900]);
    const month = await ask({
      devices: String(id),
      variables: 'ac_power_kw',
      start: '2026-03-01T07:00:00Z',
      end: '2026-04-01T06:00:00Z',
      resolution: 'day',
      aggregate: 'energy',
    });
    // 8 March has 23 hours.
    assert.equal(month.values[6], 47.5);
    assert.equal(month.values[7], 45.5);
  });

  it('counts the energy of intervals by day as the file has it, on a day of 25 hours and before it', async () => {
    const plant = await makePlant(base.pool, scope, 'KWH');
    const id = await makeDevice(base.pool, scope, plant, 'MTR', ['ac_power_kw']);
    const start = Date.parse('2025-10-24T22:00:00Z');
    const days = [0, 0, 0];
    const lines = ['fine intervallo;Energia [kWh]'];
    for (let i = 0; i < 24 + 25 + 24; i++) {
      const end = start + (i + 1) * 3_600_000;
      const local = new Date(
        end + (end < Date.parse('2025-10-26T01:00:00Z') ? 2 : 1) * 3_600_000,
      ).toISOString();
      const kwh = 0.25 + ((i * 7) % 11) / 8;
      days[i < 24 ? 0 : i < 49 ? 1 : 2] = (days[i < 24 ? 0 : i < 49 ? 1 : 2] ?? 0) + kwh;
      lines.push(`${local.slice(0, 10)} ${local.slice(11, 16)};${String(kwh).replace('.', ',')}`);
    }
    const bytes = Buffer.from(lines.join('\n'));
    const preview = await reader.create(scope, { device_id: id, file_name: 'curva.csv', bytes });
    assert.deepEqual(preview.mapping.columns, [{ column: 1, variable: 'ac_power_kw', unit: 'kWh' }]);
    assert.equal(preview.mapping.stamps, 'end');
    await imports.run(scope, preview.id, preview.mapping);
    await settled();
    const window = { start: '2025-10-24T22:00:00Z', end: '2025-10-27T23:00:00Z', resolution: 'day' } as const;
    const energy = await ask({
      ...window,
      devices: String(id),
      variables: 'ac_power_kw',
      aggregate: 'energy',
    });
    energy.values.forEach((kwh, i) => {
      assert.ok(Math.abs((kwh ?? 0) - (days[i] ?? 0)) < 1e-9, `${kwh} of ${days[i]} kWh`);
    });
    assert.equal(energy.values.length, 3);
  });

  it('leaves out what loggers write for an invalid reading, and what nothing measures', async () => {
    const plant = await makePlant(base.pool, scope, 'CODES');
    const id = await makeDevice(base.pool, scope, plant, 'D', ['ac_power_kw', 'energy_total_kwh']);
    const lines = ['time,Power [W],energy_total_kwh'];
    const cells = ['1000,9999', '-9999999,9999', '9999,99999', '1e30,1e15', '-99999,100000', '-1,100001'];
    cells.forEach((cell, i) => {
      lines.push(`2026-06-01T10:${10 + i}:00Z,${cell}`);
    });
    const bytes = Buffer.from(lines.join('\n'));
    const preview = await reader.create(scope, { device_id: id, file_name: 'codes.csv', bytes });
    assert.deepEqual(
      preview.bad.map(({ row, column, reason }) => [row, column, reason]),
      [
        [3, 'Power [W]', 'invalid_code'],
        [5, 'Power [W]', 'out_of_range'],
        [5, 'energy_total_kwh', 'out_of_range'],
        [6, 'Power [W]', 'invalid_code'],
      ],
    );
    assert.deepEqual([preview.readings, preview.bad_rows], [8, 3]);
    const small = await makePlant(base.pool, scope, 'CODE', { potenza_nominale: 3 });
    const { mapping } = await reader.create(scope, {
      device_id: await makeDevice(base.pool, scope, small, 'D', ['ac_power_kw']),
      file_name: 'kw.csv',
      bytes: Buffer.from('time,power\n2026-06-01T10:00Z,2.5\n2026-06-01T10:15Z,-9999999\n'),
    });
    assert.equal(mapping.columns[0]?.unit, 'kW');
  });

  it('names the row at which a file stops to be a table, and lets a quote inside a cell be', async () => {
    const plant = await makePlant(base.pool, scope, 'QUOTE');
    const device_id = await makeDevice(base.pool, scope, plant, 'D', ['ac_power_kw']);
    const open = (cell: string) => {
      const lines = Array.from({ length: 400 }, (_, i) => {
        const ts = new Date(Date.parse('2026-06-01T10:00:00Z') + i * 60_000).toISOString();
        return `${ts},${i === 330 ? cell : '1'}`;
      });
      const bytes = Buffer.from(`time,kW\n${lines.join('\n')}\n`);
      return reader.create(scope, { device_id, file_name: 'quote.csv', bytes });
    };
    await assert.rejects(open('"1'), (error: { options: { errors: object[] } }) => {
      const [fault] = error.options.errors as { code: string; params: object }[];
      assert.deepEqual([fault?.code, fault?.params], ['not_well_formed', { row: 332 }]);
      return true;
    });
    const { bad, readings } = await open('1"');
    assert.deepEqual([bad, readings], [[{ row: 332, column: 'kW', reason: 'bad_number' }], 399]);
  });

  it('answers what cannot be read with the part that is wrong', async () => {
    const plant = await makePlant(base.pool, scope, 'BAD');
    const id = await makeDevice(base.pool, scope, plant, 'D', ['ac_power_kw']);
    const csv = Buffer.from('time;kW\n2026-01-01 00:00;1\n2026-01-01 00:15;2\n');
    const { id: file, mapping } = await reader.create(scope, {
      device_id: id,
      file_name: 'a.csv',
      bytes: csv,
    });
    const names = (path: string) => (error: { options: { errors: { path: string }[] } }) =>
      error.options.errors[0]?.path === path;
    const [column] = mapping.columns;
    assert.ok(column);
    await assert.rejects(
      reader.preview(scope, file, { ...mapping, time_zone: 'Europe/Atlantis' }),
      names('time_zone'),
    );
    await assert.rejects(
      reader.preview(scope, file, { ...mapping, columns: [{ ...column, unit: 'V' }] }),
      names('columns.0.unit'),
    );
    await assert.rejects(
      reader.preview(scope, file, { ...mapping, columns: [{ ...column, variable: 'nothing' }] }),
      names('columns.0.variable'),
    );
    await assert.rejects(
      reader.create(scope, {
        device_id: id,
        file_name: 'x.xlsx',
        bytes: Buffer.from('PK\u0003\u0004\u0000\u0000'),
      }),
      {
        code: 'invalid',
      },
    );
    const other = await makeCompany(base.pool, 'Not mine');
    await assert.rejects(reader.create(other, { device_id: id, file_name: 'a.csv', bytes: csv }), {
      code: 'not_found',
    });
    await assert.rejects(reader.preview(other, file, mapping), { code: 'not_found' });
    await assert.rejects(imports.run(scopeOfWork(scope.company_id, []), file, mapping), {
      code: 'not_found',
    });
  });

  it('refuses a new variable that the device has no room for, in words', async () => {
    const plant = await makePlant(base.pool, scope, 'FULL');
    const id = await makeDevice(base.pool, scope, plant, 'FULL', ['ac_power_kw']);
    await inScope(base.pool, scope, (tx) =>
      tx.query('update device set next_slot = 500 where id = $1', [id]),
    );
    const csv = Buffer.from('time,wind_speed_ms (m/s)\n2026-05-01T10:00:00Z,3\n2026-05-01T10:15:00Z,4\n');
    const { id: file, mapping } = await reader.create(scope, {
      device_id: id,
      file_name: 'wind.csv',
      bytes: csv,
    });
    await imports.run(scope, file, mapping);
    await settled();
    const [ended] = await inScope(base.pool, scope, (tx) => listProgress(tx, new Date()));
    assert.deepEqual([ended?.state, ended?.message], ['failed', 'A device has 500 variables at most']);
    assert.equal(await count(id), 0);
  });

  it("brings a real plant's year in, months and year as the file's own sums", {
    skip: shared === '' || !existsSync(REAL),
  }, async () => {
    const plant = await makePlant(base.pool, scope, 'SYSTEM50', { time_zone: 'America/Denver' });
    const id = await makeDevice(base.pool, scope, plant, 'INV1', ['ac_power_kw']);
    const { report } = await importCsvFile({
      pool: base.pool,
      scope,
      device: 'SYSTEM50/INV1',
      path: REAL,
      mapping: { columns: [{ column: 1, variable: 'ac_power_kw', unit: 'W' }] },
      now,
    });
    assert.deepEqual([report.rows, report.empty, report.bad_rows, report.step_s], [35_136, 1701, 0, 900]);
    const sums = new Array<number>(12).fill(0);
    for (const line of readFileSync(REAL, 'utf8').split('\n').slice(1)) {
      const [stamp = '', watts = ''] = line.trim().split(',');
      if (watts !== '')
        sums[Number(stamp.slice(5, 7)) - 1] =
          (sums[Number(stamp.slice(5, 7)) - 1] ?? 0) + Number(watts) / 4000;
    }
    const year = { variables: 'ac_power_kw', start: '2012-01-01T07:00:00Z', end: '2013-01-01T07:00:00Z' };
    const months = await ask({ ...year, devices: String(id), resolution: 'month', aggregate: 'energy' });
    assert.equal(months.values.length, 12);
    months.values.forEach((kwh, i) => {
      assert.ok(
        Math.abs((kwh ?? 0) / (sums[i] ?? 1) - 1) < 0.001,
        `month ${i + 1}: ${kwh} against ${sums[i]}`,
      );
    });
    const whole = await ask({ ...year, devices: String(id), resolution: 'year', aggregate: 'energy' });
    assert.ok(Math.abs((whole.values[0] ?? 0) / total(sums) - 1) < 0.001);
    assert.equal(Math.round(whole.values[0] ?? 0), 4989);
    const own = await ask({
      proj_code: 'SYSTEM50',
      quantities: 'energy_export_kwh',
      start: year.start,
      end: year.end,
      resolution: 'year',
    });
    assert.deepEqual(own.values, whole.values);
    const days = await ask({ ...year, devices: String(id), resolution: 'day', aggregate: 'energy' });
    // Days without any reading, for instance 22 April and 27 May, are no zeros.
    assert.deepEqual([days.values[112], days.values[147]], [null, null]);
    assert.equal(days.quality?.[112], 'missing');
    // 16 August was a real day without production.
    assert.ok((days.values[228] ?? 1) < 0.1 && days.values[228] !== null);
    const april = await ask({
      devices: String(id),
      variables: 'ac_power_kw',
      start: '2012-04-18T06:00:00Z',
      end: '2012-05-01T06:00:00Z',
      resolution: 'raw',
    });
    assert.ok(april.values.includes(null));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeXlsx } from 'hucre';
import { CATALOGUE } from '../../plants/plants.model.ts';
import type { CsvMapping, ImportPreview } from '../measurements.contract.ts';
import { CsvReading, understand } from './csv-file.ts';
import { tableOf } from './workbook.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const OWN = ['ac_power_kw', 'energy_total_kwh'];
const target = {
  variables: CATALOGUE.map((entry) => {
    const slot = OWN.indexOf(entry.name);
    return { ...entry, slot: slot < 0 ? null : slot };
  }),
  nominal_kw: null,
  time_zone: 'Europe/Rome',
};

interface Read {
  preview: ImportPreview;
  /** Stored variables by column. */
  stored: Record<string, string>;
  rows: { ts: string; values: number[] }[];
}

async function read(bytes: Uint8Array, said: Partial<CsvMapping> = {}): Promise<Read> {
  const table = await tableOf(bytes);
  const { mapping, notes } = await understand(table, target);
  const asked = { ...mapping, ...said };
  const file = { id: 1, file_name: '', bytes: 0 };
  const preview = await (await CsvReading.open(table.text, asked, target, NOW)).preview(file, notes);
  const stored: Record<string, string> = {};
  for (const { column, variable, unit } of preview.mapping.columns)
    stored[preview.header[column] ?? ''] = `${variable} ${unit}`.trim();
  const rows: Read['rows'] = [];
  for await (const portion of (await CsvReading.open(table.text, asked, target, NOW)).rows())
    for (const { ts, values } of portion) rows.push({ ts: new Date(ts).toISOString(), values: [...values] });
  return { preview, stored, rows };
}
const readText = (text: string, said: Partial<CsvMapping> = {}) => read(Buffer.from(text), said);
const codes = ({ preview }: Read) => preview.notes.map(({ code }) => code);

describe('a value behind a bare date', () => {
  const values = ['412.5', '8.25', '99.99', '12.30', '0.45'];
  const days = values.map((value, i) => `2025-05-0${i + 1},${value}`);
  const asStored = values.map((value, i) => ({ ts: `2025-05-0${i + 1}`, value: Number(value) }));

  it('is no clock, whatever it looks like and wherever it comes first', async () => {
    const power = { 'Power AC [kW]': 'ac_power_kw kW' };
    for (const lines of [days, days.toReversed(), days.slice(1), [...days.slice(3), ...days.slice(0, 3)]]) {
      const { stored, rows, preview } = await readText(['Date,Power AC [kW]', ...lines].join('\n'));
      assert.deepEqual([stored, preview.bad_rows, rows.length], [power, 0, lines.length]);
      for (const { ts, values } of rows) {
        const day = new Date(Date.parse(ts) + 7_200_000).toISOString();
        assert.equal(day.slice(11, 19), '00:00:00', 'midnight in Rome');
        assert.deepEqual(
          values,
          asStored.filter((one) => one.ts === day.slice(0, 10)).map(({ value }) => value),
        );
      }
    }
  });

  it('is none in a workbook either, whose numbers and dates are text', async () => {
    const italian = values.map((value, i) => [`0${i + 1}/05/2025`, value.replace('.', ',')]);
    const pointed = values.map((value, i) => [`2025-05-0${i + 1}`, value]);
    for (const rows of [italian, pointed]) {
      const bytes = await writeXlsx({
        sheets: [
          { name: 'Cover', rows: [['Report', 'of May']] },
          { name: 'Dati', rows: [['Data', 'Potenza [kW]'], ...rows] },
        ],
      });
      const found = await read(bytes);
      assert.equal(found.preview.mapping.sheet, 'Dati');
      assert.deepEqual(
        found.rows.map((row) => row.values[0]),
        values.map(Number),
      );
    }
  });

  it('is the clock where the rows of a day run as time does, also with points; one without it has no time', async () => {
    const lines = ['Data;Ora;Potenza [kW]'];
    for (const day of ['01', '02'])
      for (let hour = 0; hour < 24; hour++) lines.push(`${day}/06/2026;${hour}.15;${hour},5`);
    lines[3] = '01/06/2026;;7,5';
    const { preview, rows } = await readText(lines.join('\n'));
    assert.equal(preview.mapping.clock_column, 1);
    assert.equal(rows.length, 47);
    assert.deepEqual(preview.bad, [{ row: 4, column: null, reason: 'bad_time' }]);
    assert.equal(rows[2]?.ts, '2026-06-01T01:15:00.000Z');
    const lone = await readText('Data;Ora;kW\n01/06/2026;10.15;1,5\n02/06/2026;11.15;2,5');
    assert.deepEqual(
      lone.rows.map(({ ts }) => ts),
      ['2026-06-01T08:15:00.000Z', '2026-06-02T09:15:00.000Z'],
    );
  });

  it('is what a person says: a value, or the clock of another column', async () => {
    const text = 'Date,x,kW\n2026-06-01,10:15,1\n2026-06-01,10:30,2';
    const none = await readText(text, { clock_column: null });
    assert.deepEqual(new Set(none.rows.map(({ ts }) => ts)), new Set(['2026-05-31T22:00:00.000Z']));
    const column = [{ column: 0, variable: 'ac_power_kw', unit: 'kW' }];
    const said = { clock_column: 2, time_column: 1, columns: column };
    const away = await readText('kW,Date,note,Clock\n1,2026-06-01,x,10:15\n', {
      ...said,
      clock_column: 3,
      header_rows: 1,
    });
    assert.deepEqual(away.rows[0]?.ts, '2026-06-01T08:15:00.000Z');
  });
});

describe('columns of loggers', () => {
  const of = async (header: string, row: string) =>
    (await readText(`${header}\n${row}\n${row.replace('10:00', '10:05')}`)).stored;

  it('go to what they are called, not to what comes first', async () => {
    const weather = await of(
      'time,Ambient Temperature,Diffuse Horizontal,Direct Normal,Global Horizontal,Plane of array,Wind Direction,Wind Speed',
      '2026-06-01 10:00,20,100,600,700,800,180,3.5',
    );
    assert.deepEqual(weather, {
      'Ambient Temperature': 'ambient_temperature_c °C',
      'Global Horizontal': 'irradiance_ghi_wm2 W/m²',
      'Plane of array': 'irradiance_poa_wm2 W/m²',
      'Wind Speed': 'wind_speed_ms m/s',
    });
    const irradiance = await of(
      'measured_on,irradiance_dhi__7983,irradiance_dni__7982,irradiance_ghi__7981,irradiance_gni__7994,irradiance_poa__7984,pvlib_zenith,pvlib_clearsky_ghi',
      '2026-06-01 10:00,1,2,3,4,5,6,7',
    );
    assert.deepEqual(irradiance, {
      irradiance_ghi__7981: 'irradiance_ghi_wm2 W/m²',
      irradiance_poa__7984: 'irradiance_poa_wm2 W/m²',
    });
    const inverter = await of(
      'TIMESTAMP,Sys1Vdc_Avg,Sys1Str1Idc_Avg,Sys1Vac_Avg,Sys1Wac_Avg,Sys1VARac_Avg,Sys1PowerFactor_Avg,ModTemp1_Avg,LocalAmbientTemp_Avg,RefCell1Irrad_Avg,POAIrrad1_Avg',
      '2026-06-01 10:00,400,8,230,3000,10,0.99,40,20,800,810',
    );
    assert.deepEqual(
      [
        'Sys1Wac_Avg',
        'Sys1PowerFactor_Avg',
        'Sys1Vac_Avg',
        'Sys1Vdc_Avg',
        'ModTemp1_Avg',
        'POAIrrad1_Avg',
      ].map((name) => inverter[name]),
      [
        'ac_power_kw W',
        'power_factor',
        'voltage_l1_v V',
        'dc_voltage_v V',
        'module_temperature_c °C',
        'irradiance_poa_wm2 W/m²',
      ],
    );
    assert.equal(inverter.RefCell1Irrad_Avg, undefined);
    assert.deepEqual(await of('time,note,poa_irradiance', '2026-06-01 10:00,,'), {
      poa_irradiance: 'irradiance_poa_wm2 W/m²',
    });
    assert.deepEqual(await of('time,expected_kW,generated_kW', '2026-06-01 10:00,5,4'), {
      generated_kW: 'ac_power_kw kW',
    });
  });
});

describe('energy of intervals', () => {
  const hours = (first: string, count: number, value: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => {
      const local = new Date(Date.parse(`${first}Z`) + i * 3_600_000).toISOString();
      return `${local.slice(0, 10)} ${local.slice(11, 19)},${value(i)}`;
    });
  const load = (i: number) => 0.1 + ((i * 7) % 10) / 100;

  it('is stored as the mean power of its interval, never in a counter, and said so', async () => {
    const lines = hours('2026-06-01T00:00:00', 48, load);
    const found = await readText(['hour_start_local,household_north_kWh', ...lines].join('\n'));
    assert.deepEqual(found.stored, { household_north_kWh: 'ac_power_kw kWh' });
    assert.deepEqual(codes(found), ['local_time', 'interval_energy', 'stamps_start']);
    assert.deepEqual([found.preview.mapping.interval_s, found.preview.mapping.stamps], [3600, 'start']);
    assert.deepEqual(found.rows[0], { ts: '2026-05-31T22:00:00.000Z', values: [load(0)] });
    const quarters = await readText(
      't,Energy [Wh]\n2026-06-01 10:00,500\n2026-06-01 10:15,400\n2026-06-01 10:30,600',
    );
    assert.deepEqual(
      quarters.rows.map(({ values }) => values[0]),
      [2, 1.6, 2.4],
    );
  });

  it('is a counter where it only rises, and goes nowhere where no power takes it', async () => {
    const counter = await readText(
      ['t,energy kWh', ...hours('2026-06-01T00:00:00', 48, (i) => 1000 + i)].join('\n'),
    );
    assert.deepEqual(counter.stored, { 'energy kWh': 'energy_total_kwh kWh' });
    const taken = await readText(
      ['t,Energia prelevata [kWh]', ...hours('2026-06-01T00:00:00', 48, load)].join('\n'),
    );
    assert.deepEqual(taken.stored, {});
    assert.ok(codes(taken).includes('intervals_left_out'));
  });

  it('begins an interval earlier where stamps mark ends, found out or said', async () => {
    const lines = hours('2026-06-01T01:00:00', 24, load);
    const found = await readText(['fine,kWh', ...lines].join('\n'));
    assert.equal(found.preview.mapping.stamps, 'end');
    assert.ok(codes(found).includes('stamps_end'));
    assert.equal(found.rows[0]?.ts, '2026-05-31T22:00:00.000Z');
    const power = 't,kW\n2026-06-01 10:15,1\n2026-06-01 10:30,2';
    assert.equal((await readText(power)).rows[0]?.ts, '2026-06-01T08:15:00.000Z');
    assert.equal((await readText(power, { stamps: 'end' })).rows[0]?.ts, '2026-06-01T08:00:00.000Z');
    const midnight = await readText(
      ['Data;Ora;kWh', '01/06/2026;23:45;1,5', '01/06/2026;24:00;1,25', '02/06/2026;00:15;1,75'].join('\n'),
    );
    assert.deepEqual(midnight.rows[1], { ts: '2026-06-01T21:45:00.000Z', values: [5] });
  });

  it('of whole days keeps its sum on days of 23 and 25 hours', async () => {
    const days = ['28', '29', '30'].map((day, i) => `2026-03-${day},${[24, 23, 48][i]}`);
    const { rows } = await readText(['Date,kWh', ...days, '2026-03-31,24'].join('\n'));
    assert.deepEqual(
      rows.map(({ values }) => values[0]),
      [1, 1, 2, 1],
    );
  });

  it('needs an interval that the rows tell or a person says', async () => {
    const irregular = 't,kWh\n2026-06-01 10:00:00,2\n2026-06-01 10:00:07,1\n2026-06-01 10:00:12,3';
    const columns = [{ column: 1, variable: 'ac_power_kw', unit: 'kWh' }];
    await assert.rejects(readText(irregular, { columns }), (error: { options: { errors: object[] } }) => {
      assert.deepEqual(error.options.errors, [
        {
          path: 'interval_s',
          message: 'the time between two rows does not tell it: say how long an interval is',
          code: 'no_interval',
        },
      ]);
      return true;
    });
    const said = await readText(irregular, { columns, interval_s: 900 });
    assert.equal(said.rows[0]?.values[0], 8);
  });
});

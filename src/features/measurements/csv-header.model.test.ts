import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE } from '../plants/plants.model.ts';
import { detectMapping, detectSeparator } from './csv-detect.model.ts';
import { guessQuantity, readHeader, type TargetVariable } from './csv-header.model.ts';
import { matchColumns } from './csv-match.model.ts';
import { leftOutColumns } from './left-out.model.ts';

const targets: TargetVariable[] = CATALOGUE.map((entry, i) => ({ ...entry, slot: i < 5 ? i : null }));

describe('headers of files', () => {
  it('are parted into words and unit', () => {
    assert.deepEqual(readHeader('ac_power_2 (W)'), { words: 'ac power 2', unit: 'W' });
    assert.deepEqual(readHeader('Potenza AC [kW]'), { words: 'potenza ac', unit: 'kW' });
    assert.deepEqual(readHeader('energy kWh'), { words: 'energy', unit: 'kWh' });
    assert.deepEqual(readHeader('kW'), { words: '', unit: 'kW' });
    assert.deepEqual(readHeader('Velocità del vento'), { words: 'velocita del vento', unit: undefined });
  });

  it('say what they measure, in both languages', () => {
    const guess = (header: string) => guessQuantity(readHeader(header));
    assert.equal(guess('potenza [kW]'), 'ac_power_kw');
    assert.equal(guess('Potenza DC'), 'dc_power_kw');
    assert.equal(guess('inv2_dc_power__1135'), 'dc_power_kw');
    assert.equal(guess('Energia prelevata (kWh)'), 'energy_import_kwh');
    assert.equal(guess('energy_delivered'), 'energy_export_kwh');
    assert.equal(guess('poa_irradiance__771'), 'irradiance_poa_wm2');
    assert.equal(guess('Global Horizontal'), 'irradiance_ghi_wm2');
    assert.equal(guess('module_temp_1__781'), 'module_temperature_c');
    assert.equal(guess('Ambient Temperature'), 'ambient_temperature_c');
    assert.equal(guess('randid'), undefined);
  });

  it("find the device's own variable before one of the catalogue, each once", () => {
    const names = (...headers: string[]) => {
      const columns = headers.map((header, column) => ({ column, header, intervals: false }));
      const matched = matchColumns(columns, targets);
      return headers.map((_, column) => matched.get(column)?.name);
    };
    assert.deepEqual(names('ac_power_kw'), ['ac_power_kw']);
    assert.deepEqual(names('Corrente stringa 02'), ['string_current_02_a']);
    assert.deepEqual(names('tensione L2 [V]'), ['voltage_l2_v']);
    assert.deepEqual(names('Power', 'Power too'), ['ac_power_kw', undefined]);
    assert.deepEqual(names('Power', 'ac_power_kw'), [undefined, 'ac_power_kw']);
  });
});

describe('files', () => {
  const target = { variables: targets, nominal_kw: null, time_zone: 'Europe/Rome' };
  const detect = (text: string) => {
    const separator = detectSeparator(text);
    return detectMapping(
      text.split('\n').map((line) => line.split(separator)),
      separator,
      target,
    );
  };

  it('are understood by the one column that tells the decimal sign, also right behind the time', () => {
    const { mapping } = detect(
      ['Time;Pac [kW];Tamb [°C]', '2026-06-01 10:00;412,531;21', '2026-06-01 10:15;413,5;22'].join('\n'),
    );
    assert.equal(mapping.decimal, ',');
    assert.deepEqual(
      mapping.columns.map(({ column }) => column),
      [1, 2],
    );
  });

  it('are understood with a row of units beneath the names', () => {
    const { mapping } = detect(
      ['TIMESTAMP,Pac,Tamb', 'TS,W,degC', '2026-06-01 10:00,1200,21.5', '2026-06-01 10:15,1300,21.6'].join(
        '\n',
      ),
    );
    assert.equal(mapping.header_rows, 2);
    assert.deepEqual(mapping.columns, [
      { column: 1, variable: 'ac_power_kw', unit: 'W' },
      { column: 2, variable: 'ambient_temperature_c', unit: '°C' },
    ]);
  });

  it('with a comma as decimal sign and semicolons are no files of commas', () => {
    const { mapping } = detect(
      ['data;potenza (kW)', '01/06/2026 10:00;1,5', '01/06/2026 10:15;1,6', '01/06/2026 10:30;1,7'].join(
        '\n',
      ),
    );
    assert.deepEqual([mapping.separator, mapping.decimal, mapping.time_format], [';', ',', 'dd/mm/yyyy']);
  });

  it('keep a column that its header names, although some of its cells are bad; what is left out is told', () => {
    const rows = ['1,5', '2,6', 'xx,7', '4,8'].map((cells, i) => `2026-06-01 1${i}:00,${cells}`);
    for (const name of ['ac_power_kw', 'Power (kW)', 'Potenza AC']) {
      const { mapping } = detect([`time,${name},ambient_temperature_c`, ...rows].join('\n'));
      assert.deepEqual(
        mapping.columns.map(({ column }) => column),
        [1, 2],
        name,
      );
    }
    const text = ['time,note,ac_power_kw,', ...rows].join('\n');
    const { mapping } = detect(text);
    assert.deepEqual(leftOutColumns(['time', 'note', 'ac_power_kw', ''], mapping), ['note', '4']);
  });

  it('without a header or without a time say so', () => {
    assert.equal(detect('2026-06-01 10:00,1.5\n2026-06-01 10:15,1.6').mapping.header_rows, 0);
    const { notes } = detect('a,b\n1,2\n3,4');
    assert.ok(notes.some((note) => note.code === 'no_time'));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { draw } from './chart.model.ts';
import type { ChartSeries } from './series.model.ts';
import { sheetName, sheetOf } from './xlsx.model.ts';
import { xlsxFile } from './xlsx-file.ts';

const QUARTER = 900_000;
const START = Date.parse('2026-10-25T00:30:00Z'); // 02:30 in Rome, for the first time that night
const window = { start_at: START, end_at: START + 6 * QUARTER };
const series: ChartSeries = {
  id: 'x',
  label: '=Power',
  unit: 'kW',
  decimals: 1,
  shape: 'line',
  step: '15m',
  step_s: 900,
  at: Array.from({ length: 6 }, (_, i) => START + i * QUARTER),
  values: [1234.567, 2, null, 4, 5, 6],
};

describe('a workbook of a chart', () => {
  const words = { time: 'Data e ora', offset: 'UTC', recovered: 'al ritorno del contatore' };
  const drawn = [draw(series, { window, now: window.end_at, zone: 'Europe/Rome' })];
  const request = { title: 'Rho: prova/1', series: drawn, view: window, zone: 'Europe/Rome', words };

  it('holds real dates and numbers, empty gaps, the doubled hour with its offset, and no formula', async () => {
    const file = await xlsxFile(sheetOf(request));
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    const [sheet] = sheets;
    assert.equal(sheet?.name, 'Rho prova 1');
    assert.deepEqual(sheet?.rows[0], ['Data e ora (Europe/Rome)', 'UTC', '=Power (kW)']);
    const rows = sheet?.rows
      .slice(1)
      .map(([at, offset, value]) => [at instanceof Date && at.toISOString().slice(0, 16), offset, value]);
    assert.deepEqual(rows, [
      ['2026-10-25T02:30', '+02:00', 1234.567],
      ['2026-10-25T02:45', '+02:00', 2],
      ['2026-10-25T02:00', '+01:00', null],
      ['2026-10-25T02:15', '+01:00', 4],
      ['2026-10-25T02:30', '+01:00', 5],
      ['2026-10-25T02:45', '+01:00', 6],
    ]);
    assert.equal(sheet?.cells?.get('0,2')?.formula, undefined);
  });

  it('has a name that a spreadsheet takes', () => {
    assert.equal(sheetName("'[a]:*?/\\'"), 'a');
    assert.equal(sheetName('///'), 'Meridiana');
    assert.equal(sheetName('x'.repeat(60)).length, 31);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readXlsx } from 'hucre';
import { wholeTable } from '../../../../tests/support/whole-table.ts';
import { chartSvg, scaleOf } from './pdf-chart.ts';
import { LocalTime, pagedBy, type TableColumn, type TablePage, tableAnswer } from './table-answer.ts';

interface Row {
  name: string;
  energy_kwh: number | null;
  at: Date;
}

const columns: TableColumn<Row>[] = [
  { head: 'Nome', of: ({ name }) => name },
  { head: 'Energia (kWh)', of: ({ energy_kwh }) => energy_kwh },
  { head: 'Ora (Europe/Rome)', time: true, of: ({ at }) => new LocalTime(at, 'Europe/Rome') },
];
const rows: Row[] = [
  { name: '=1+1', energy_kwh: 1.5, at: new Date('2026-03-29T01:30:00Z') },
  { name: "'=x", energy_kwh: null, at: new Date('2026-01-01T00:00:00Z') },
];
const file = (format: 'csv' | 'xlsx', page: TablePage<Row> = { rows }) =>
  tableAnswer({ name: 'energia', sheet: 'Energia: [2026]', language: 'it', format, columns, page });

describe('a table as a file', () => {
  it('is CSV as the language has it, in the clock of the plant, with nothing that is worked out', async () => {
    const answer = file('csv');
    assert.deepEqual([answer.name, answer.type], ['energia.csv', 'text/csv; charset=utf-8']);
    assert.equal(
      (await wholeTable(answer)).toString(),
      "\uFEFFNome;Energia (kWh);Ora (Europe/Rome)\r\n'=1+1;1,5;29/03/2026 03:30\r\n''=x;;01/01/2026 01:00\r\n",
    );
  });

  it('is a workbook with numbers and times, its sheet by a name that a workbook takes', async () => {
    const { sheets } = await readXlsx(await wholeTable(file('xlsx')));
    assert.equal(sheets[0]?.name, 'Energia   2026 ');
    assert.deepEqual(sheets[0]?.rows, [
      ['Nome', 'Energia (kWh)', 'Ora (Europe/Rome)'],
      ['=1+1', 1.5, new Date('2026-03-29T03:30:00Z')],
      ["''=x", null, new Date('2026-01-01T01:00:00Z')],
    ]);
  });

  it('is printed with charts, in which what is not known is a gap and no zero', () => {
    // Four steps or so of 1, 2 or 5: up to 1,100 kWh of 500, around zero of 50.
    assert.deepEqual(scaleOf([120, 1100]), { least: 0, most: 1500, step: 500 });
    assert.deepEqual(scaleOf([-60, 90]), { least: -100, most: 100, step: 50 });
    const svg = chartSvg({
      title: 'Energy',
      language: 'en',
      labels: ['<a>', 'b', 'c', 'd'],
      series: [
        { name: 'made', look: 'bars', colour: 'energy', values: [1, null, 0, 3] },
        { name: 'expected', look: 'dashed', colour: 'energy', values: [1, null, 2, 3] },
      ],
    });
    // Three bars and their mark in the legend; a dot and a stretch of the line.
    assert.equal(svg.match(/<rect/g)?.length, 4);
    assert.deepEqual([svg.match(/<circle/g)?.length, svg.match(/<path/g)?.length], [1, 1]);
    assert.ok(svg.includes('&lt;a&gt;'));
  });

  it('is its head alone where there are no rows', async () => {
    assert.equal((await wholeTable(file('csv', { rows: [] }))).toString().trim().split('\r\n').length, 1);
  });

  it('is read page by page, no further page before the one before was taken', async () => {
    const reads: (number | undefined)[] = [];
    const read = async (_tx: unknown, after: number | undefined) => {
      reads.push(after);
      const last = (after ?? 0) + 1;
      return { rows, last: last < 50 ? last : undefined };
    };
    const page = await pagedBy({} as never, read);
    assert.deepEqual(reads, [undefined]);
    let lines = 0;
    for await (const chunk of file('csv', page).write((next) => next({} as never))) {
      lines += String(chunk).split('\r\n').length - 1;
      assert.ok(reads.length * 2 - (lines - 1) <= 6, 'it does not run ahead of its reader');
    }
    assert.deepEqual([lines, reads.length], [101, 50]);
  });
});

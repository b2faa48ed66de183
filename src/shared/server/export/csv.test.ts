import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { CSV_STYLES, csvRow } from './csv.ts';

const { en: english, it: italian } = CSV_STYLES;

describe('a row of a CSV file', () => {
  it('parts cells and writes numbers as the language does', () => {
    assert.equal(csvRow(['a', 1.5, null, 'b'], english), 'a,1.5,,b\r\n');
    assert.equal(csvRow(['a', 1.5, null, 'b'], italian), 'a;1,5;;b\r\n');
    assert.equal(csvRow([-2.5], english), '-2.5\r\n', 'a number is a number');
  });

  it('comes back as it went in, whatever stands in it', () => {
    const cells = [
      'plain',
      'with, comma',
      'with; semicolon',
      'with "quotes"',
      'two\r\nlines',
      ' space ',
      'è ☀',
      '',
    ];
    for (const style of [english, italian]) {
      const [row] = parse(csvRow(cells, style), { delimiter: style.separator }) as string[][];
      assert.deepEqual(row, cells);
    }
  });

  it('is never worked out by a spreadsheet', () => {
    for (const text of ['=1+1', '+1', '-1', '@sum(a1)', '＝1', '=HYPERLINK("http://evil.example")']) {
      const [[cell] = []] = parse(csvRow([text], english)) as string[][];
      assert.equal(cell, `'${text}`);
    }
    assert.equal(csvRow(['a=1'], english), 'a=1\r\n');
  });
});

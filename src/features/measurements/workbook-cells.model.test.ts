import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseNumber } from './csv-number.model.ts';
import { cellText, numberText, rowText } from './workbook-cells.model.ts';

const at = (iso: string) => new Date(`${iso}Z`);

describe('a cell of a workbook as text', () => {
  it('is the very same number again, whichever sign parts decimals in the texts beside it', () => {
    for (const decimal of ['.', ','] as const) {
      fc.assert(
        fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
          assert.equal(parseNumber(numberText(x), decimal), x === 0 ? 0 : x);
        }),
      );
    }
    assert.deepEqual([412.5, 1e21, -0.001, 7, 1.234].map(numberText), [
      '4125e-1',
      '1e+21',
      '-1e-3',
      '7',
      '1234e-3',
    ]);
  });

  it('is a wall-clock time where it is a date, with its milliseconds, or a clock beside its day', () => {
    assert.equal(cellText(at('2026-03-29T02:30:00'), null), '2026-03-29T02:30:00');
    assert.equal(cellText(at('2026-03-29T02:30:00.125'), null), '2026-03-29T02:30:00.125');
    assert.equal(cellText(at('2026-03-29T00:00:00'), null), '2026-03-29T00:00:00');
    assert.equal(
      rowText([at('2026-03-29T00:00:00'), at('1899-12-31T10:05:00'), 5]),
      '2026-03-29\t10:05:00\t5',
    );
    assert.equal(rowText([at('2026-03-29T00:00:00'), '10:05', 5]), '2026-03-29\t10:05\t5');
    assert.equal(cellText(new Date(Number.NaN), null), '');
  });

  it('is quoted where it would part the row, and left out at the end', () => {
    assert.equal(
      rowText(['a\tb', 'say "x"', 'two\nlines', true, null, false, null, '']),
      '"a\tb"\t"say ""x"""\t"two\nlines"\t1\t\t0',
    );
    assert.equal(rowText([]), '');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { csvText, guarded, unguarded } from './csv-text.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const SEPARATORS = [',', ';', '\t', '|'];
/** What may stand between a separator and a sign that a program looks for. */
const BETWEEN = ['', ' ', '"', '\n', "'", ' "'];

/** The cells of a line as a program reads them that knows nothing of where it was written. */
const cellsOf = (text: string, delimiter: string): string[] =>
  (parse(text, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][]).flat();

describe('a text in a CSV file', () => {
  const hostile = SIGNS.flatMap((sign) =>
    BETWEEN.flatMap((between) => [
      `${between}${sign}1`,
      ...SEPARATORS.map((separator) => `x${separator}${between}${sign}cmd|' /C calc'!A0`),
    ]),
  );
  const files = SEPARATORS.flatMap((written) => SEPARATORS.map((opened) => ({ written, opened })));

  for (const { written, opened } of files)
    it(`begins no formula, written with ${JSON.stringify(written)} and opened with ${JSON.stringify(opened)}`, () => {
      for (const text of hostile)
        for (const cell of cellsOf(['a', csvText(text), 'b'].join(written), opened))
          assert.doesNotMatch(cell, /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/, JSON.stringify(text));
    });

  it('comes back as it was, an apostrophe of its own included', () => {
    const texts = [
      'plain',
      "'=1",
      "''=1",
      "' =1",
      '=1',
      'x;=1',
      "x;'=1",
      'a, -1, +2',
      '\t=1',
      "'\tx",
      '-',
      "l'=a",
      '',
    ];
    for (const text of texts) assert.equal(unguarded(guarded(text)), text, JSON.stringify(text));
    assert.equal(unguarded("'typed"), "'typed");
  });

  it('stays as it is where nothing in it is worked out', () => {
    for (const text of ['a=1', 'Rossi-Bianchi', "dell'Olmo", 'posta@example.org', 'W/m² (medio)'])
      assert.equal(csvText(text), text);
    assert.equal(csvText('Forlì, FC'), '"Forlì, FC"');
  });
});

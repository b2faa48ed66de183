import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { AppError } from '../../../shared/server/errors.ts';
import { recordsOf } from './csv-records.ts';

async function all(text: string, bounds = { rows: 2100, columns: 50 }): Promise<string[][]> {
  const separator = ';';
  const records: string[][] = [];
  for await (const portion of recordsOf(text, separator, bounds)) records.push(...portion);
  return records;
}

describe('records of a file', () => {
  it('without quotes are parted as the parser parts them, whatever ends the lines', async () => {
    const pieces = fc.constantFrom('a', '1,5', ';', ';;', '\n', '\r\n', '\r', ' ', 'à', '\t');
    const texts = fc.tuple(fc.constantFrom('', '\uFEFF'), fc.array(pieces, { maxLength: 40 }));
    const options = { delimiter: ';', relax_column_count: true, relax_quotes: true, bom: true };
    await fc.assert(
      fc.asyncProperty(texts, async ([mark, parts]) => {
        const text = mark + parts.join('');
        assert.deepEqual(await all(text), parse(text, options));
      }),
      { numRuns: 500 },
    );
  });

  it('are refused where there are more rows or columns than readings can have', async () => {
    const refused = (code: string) => (refusal: AppError) => {
      assert.equal(refusal.options.errors?.[0]?.code, code);
      return true;
    };
    assert.equal((await all('\n'.repeat(2100))).length, 2100);
    await assert.rejects(all('\n'.repeat(2101)), refused('too_many_rows'));
    await assert.rejects(all(`a;b\n${';'.repeat(50)}\n`), refused('too_many_columns'));
    await assert.rejects(all(`"a";b\n${';'.repeat(50)}\n`), refused('too_many_columns'));
  });
});

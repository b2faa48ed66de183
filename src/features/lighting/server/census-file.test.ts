import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCensus } from './census-file.ts';

const feature = (properties: object) =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":${JSON.stringify(properties)}}]}`;

describe('a file of the census', () => {
  it('leaves out empty rows, and cuts what no column could hold before anything is made of it', () => {
    const { rows } = readCensus(`code;street\nA;Via Roma\n;\nB;${'\t'.repeat(15_000)}\n`);
    assert.deepEqual(
      rows.map(({ row, cells }) => [row, cells.code, cells.street?.length]),
      [
        [2, 'A', 8],
        [4, 'B', 400],
      ],
    );
  });

  it('refuses what the database could not keep, and properties of several values', () => {
    const deep = `{"features":[{"properties":{"street":${'['.repeat(5_000)}${']'.repeat(5_000)}}}]}`;
    const half = feature({ code: 'A' }).replace('"A"', String.raw`"A","street":"\ud800"`);
    for (const text of [deep, half, '{"features":1}', 'no census'])
      assert.throws(() => readCensus(text), { name: 'AppError', code: 'invalid' }, text.slice(0, 40));
    const { rows } = readCensus(feature({ code: 'A', street: ['Via Roma'] }));
    assert.deepEqual(rows, [{ row: 1, cells: {}, fault: 'not_single' }]);
    assert.equal(
      readCensus(feature({ code: 'A', dimmable: '__proto__' })).rows[0]?.cells.dimmable,
      '__proto__',
    );
  });
});

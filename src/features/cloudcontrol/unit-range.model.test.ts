import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUnits, unitsText } from './unit-range.model.ts';

const limits = { least: 1, most: 247, count: 32 };
const units = (text: string) => parseUnits(text, limits);

describe('unit ids as people write them', () => {
  it('takes single ones, lists and ranges, each number once and in order', () => {
    assert.deepEqual(units('1'), { units: [1] });
    assert.deepEqual(units(' 3-5, 126 ; 4'), { units: [3, 4, 5, 126] });
    assert.deepEqual(units('1 – 3 9 7'), { units: [1, 2, 3, 7, 9] });
    assert.deepEqual(units('1,,2,'), { units: [1, 2] });
  });

  it('says what is wrong with the rest', () => {
    for (const text of ['', ' , ', 'a', '5-1', '1-2-3', '1.5', '-1', '0x1'])
      assert.deepEqual(units(text), { fault: { code: 'units' } }, text);
    for (const text of ['0', '248', '240-250', '1, 999', '1000'])
      assert.deepEqual(
        units(text),
        { fault: { code: 'out_of_range', params: { least: 1, most: 247 } } },
        text,
      );
    assert.deepEqual(units('1-33'), { fault: { code: 'many', most: 32 } });
  });

  it('writes them shortly', () => {
    assert.equal(unitsText([126, 1, 2, 3, 5]), '1–3, 5, 126');
    assert.equal(unitsText([]), '');
  });
});

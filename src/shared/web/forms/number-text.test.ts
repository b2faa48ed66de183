import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberOf, numberText, readNumber } from './number-text.model.ts';

describe('numbers as people type them', () => {
  it('takes either decimal separator', () => {
    assert.deepEqual([numberOf('0,5'), numberOf(' 0.5 '), numberOf('-1e-3')], [0.5, 0.5, -0.001]);
  });
  it('keeps nothing apart from zero', () => {
    assert.deepEqual([numberOf(''), numberOf('  '), numberOf('0')], [null, null, 0]);
  });
  it('keeps what is no number as it was typed, for the schema to refuse', () => {
    assert.deepEqual(['1.000,5', 'abc', '0x10', '1e999', '-'].map(numberOf), [
      '1.000,5',
      'abc',
      '0x10',
      '1e999',
      '-',
    ]);
  });
  it('is written with the reader’s separator, ungrouped and unrounded', () => {
    assert.deepEqual(
      [numberText(12345.678, 'it'), numberText(12345.678, 'en'), numberText(null, 'it'), numberText(0, 'it')],
      ['12345,678', '12345.678', '', '0'],
    );
  });
  it('says which limit was passed, and what is missing', () => {
    const port = { min: 1, max: 65_535, integer: true };
    assert.deepEqual(readNumber('0', port), {
      fault: { code: 'out_of_range', params: { least: 1, most: 65_535 } },
    });
    assert.deepEqual(readNumber('5,5', port).fault?.params, { expected: 'int' });
    assert.deepEqual(readNumber('x', port).fault?.params, { expected: 'number' });
    assert.deepEqual(readNumber('', port), { fault: { code: 'required' } });
    assert.deepEqual(readNumber('', { ...port, nullable: true }), { value: null });
    assert.deepEqual(readNumber('-1', { min: 0 }), { fault: { code: 'too_small', params: { least: 0 } } });
    assert.deepEqual(readNumber('502', port), { value: 502 });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTolerantly } from './json-bodies.ts';

describe('a tolerant reading of JSON', () => {
  it('reads what is JSON as JSON', () => {
    const value = { a: [1, -2.5e3, null, true, 'NaN "quoted" \\ \u0000'], b: {} };
    assert.deepEqual(parseTolerantly(JSON.stringify(value)), value);
  });

  it('reads NaN and infinities as numbers that are not finite, and leaves text alone', () => {
    const text = '{"a": NaN, "b":-Infinity,"c":[nan,inf,-inf, 7], "NaN\\"": "Infinity, NaN \\\\"}';
    assert.deepEqual(parseTolerantly(text), {
      a: Number.POSITIVE_INFINITY,
      b: Number.NEGATIVE_INFINITY,
      c: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7],
      'NaN"': 'Infinity, NaN \\',
    });
  });

  it('keeps bare control characters inside text', () => {
    assert.deepEqual(parseTolerantly('["a\u0000b\nc",\n\t NaN]'), ['a\u0000b\nc', Number.POSITIVE_INFINITY]);
  });

  it('refuses what is no JSON', () => {
    for (const text of ['', '{', '{"a": NaN', '["a', 'NaNa', '[1 NaN]', '"\\'])
      assert.throws(() => parseTolerantly(text), SyntaxError);
  });
});

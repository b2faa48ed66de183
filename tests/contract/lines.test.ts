import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { calls } from './support/calls.ts';

/** Fields that people type on one line; whatever call takes one of them. */
const ONE_LINE = [
  'name',
  'first_name',
  'last_name',
  'telephone',
  'tag_key',
  'company_slug',
  'comune',
  'short_name',
  'serial_number',
  'manufacturer',
  'model',
  'unit',
  'group_name',
  'label_en',
  'label_it',
];

/** One line that is taken, where a single letter is not. */
const TAKEN: Readonly<Record<string, string>> = { telephone: '02 5550 0100' };

describe('what is typed on one line', () => {
  const typed = calls.flatMap(({ key, call }) =>
    call.method !== 'GET' && call.body instanceof z.ZodObject
      ? Object.entries<z.ZodType>(call.body.shape)
          // A settings' comune is its number.
          .filter(([field, schema]) => ONE_LINE.includes(field) && !schema.safeParse(1).success)
          .map(([field]) => ({ key, field, body: call.body as z.ZodObject }))
      : [],
  );

  it('is found in the contract', () => {
    const found = new Set(typed.map(({ field }) => field));
    assert.deepEqual(
      ONE_LINE.filter((field) => !found.has(field)),
      [],
    );
  });

  for (const { key, field, body } of typed) {
    it(`has no second line: ${field} of ${key}`, () => {
      const line = TAKEN[field] ?? 'a';
      for (const between of ['\r\n', '\u001b', '\u202e', '\u200f', '\u061c', '\u200d', '\u3164']) {
        const text = line + between + line;
        const result = body.safeParse({ [field]: text });
        assert.ok(
          result.error?.issues.some(({ path }) => path[0] === field),
          JSON.stringify(text),
        );
      }
      const plain = body.safeParse({ [field]: line });
      assert.ok(!plain.error?.issues.some(({ path }) => path[0] === field), 'one that has one line is taken');
    });
  }
});

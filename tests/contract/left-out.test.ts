import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { refusalWords } from '../../src/apps/server/refusal-words.ts';
import { checkInput } from '../../src/shared/server/http/check-input.ts';
import { calls } from './support/calls.ts';
import { leavesOf } from './support/leaves.ts';

/** How a thing that is missing is asked for. // spec §5 */
function sentencesFor(name: string): readonly string[] {
  if (name === 'email') return ['Insert email address'];
  if (name.endsWith('password')) return ['Insert password'];
  return ['required', 'Alarm not saved. Insert infos'];
}

describe('whatever is left out', () => {
  it('is asked for by the specified sentence, or by "required", with a code', () => {
    const asked = calls.flatMap((declared) =>
      (['query', 'body'] as const).flatMap((where) => {
        const schema = declared.call[where] as z.ZodType | undefined;
        if (!schema || declared.call.consumes !== 'application/json') return [];
        const { faults = [] } = checkInput(schema, {}, declared.call.tolerant);
        const names = new Set(leavesOf(declared).flatMap(({ path }) => (path.length === 1 ? path : [])));
        return faults.filter(({ path }) => names.has(path)).map((fault) => ({ ...fault, key: declared.key }));
      }),
    );
    assert.ok(asked.length > 80, `only ${asked.length}`);
    for (const { key, path, code, message } of asked) {
      assert.equal(code, 'required', `${key} without ${path}: ${message}`);
      assert.ok(sentencesFor(path).includes(message), `${key} without ${path}: ${message}`);
      assert.ok(refusalWords.find(message), `no Italian for "${message}"`);
    }
  });
});

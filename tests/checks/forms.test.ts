import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort();
const saying = (text: RegExp) => files.filter((file) => text.test(readFileSync(`${root}${file}`, 'utf8')));

describe('forms', () => {
  it("are the kit's: one element for all of them", () => {
    assert.deepEqual(saying(/<form[\s>]/), ['src/shared/web/forms/FormElement.tsx'], 'use FormElement');
  });

  it("hold what is typed in the kit's forms of records and of actions", () => {
    assert.deepEqual(
      saying(/\buseForm[<(]/),
      ['src/shared/web/forms/use-action-form.ts', 'src/shared/web/forms/use-record-form.ts'],
      'use useRecordForm or useActionForm',
    );
  });
});

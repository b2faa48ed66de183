import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const STYLES = join(ROOT, 'node_modules/@mantine/core/styles');

describe("the library's styles", () => {
  it('are there of every component that is used', () => {
    const imported = readFileSync(new URL('mantine.css', import.meta.url), 'utf8');
    const used = globSync('src/**/*.tsx', { cwd: ROOT }).flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      const names = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, list = '']) =>
        list.split(',').map((name) => name.trim()),
      );
      // Parts of a component may have styles of their own: RadioCard.css is for Radio.Card.
      const parts = [...text.matchAll(/<([A-Z]\w+)\.([A-Z]\w+)/g)].map(
        ([, whole, part]) => `${whole}${part}`,
      );
      return [...names, ...parts];
    });
    const unstyled = [...new Set(used)].filter(
      (name) =>
        /^[A-Z]/.test(name) && existsSync(join(STYLES, `${name}.css`)) && !imported.includes(`/${name}.css`),
    );
    assert.deepEqual(unstyled, []);
  });
});

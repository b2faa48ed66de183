import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Exports that the program does not use, each with its reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  'src/features/measurements/server/read-stretches.ts unpackStretch':
    'tests hold that what is packed comes back whole',
  'src/features/notifications/web/webhooks/FreshSecret.tsx isGenuine': 'stands in an example that is shown',
};

/** What is no part of the program: it may use an export, but keeps none alive. */
const BESIDE = /\.(test|fixture)\.tsx?$|^tests\/|^bench\//;
const EXPORT =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const FROM = /^(?:import|export)\s+(?:type\s+)?([^;'"]*?)\s+from\s+['"](\.[^'"]+)['"]/gm;
const WHOLE = /import\(\s*['"](\.[^'"]+)['"]/g;

const placeOf = (path: string, specifier: string): string => join(dirname(path), specifier);

/** `path name` of all that a file imports by name, and `path *` of what it takes whole. */
function importsOf(path: string, text: string): string[] {
  const named = [...text.matchAll(FROM)].flatMap(([, names = '', from = '']) => {
    const place = placeOf(path, from);
    const list = names.match(/\{([^}]*)\}/s)?.[1] ?? '';
    const each = list.split(',').map(
      (one) =>
        one
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '',
    );
    return (names.includes('*') ? ['*'] : each).map((name) => `${place} ${name}`);
  });
  return [...named, ...[...text.matchAll(WHOLE)].map(([, from = '']) => `${placeOf(path, from)} *`)];
}

/** Exports of `src` that the program neither imports nor uses where they stand, as `path name`. */
function lonelyIn(texts: ReadonlyMap<string, string>): string[] {
  const used = new Set(
    [...texts].flatMap(([path, text]) => (BESIDE.test(path) ? [] : importsOf(path, text))),
  );
  return [...texts].flatMap(([path, text]) => {
    if (!path.startsWith('src/') || BESIDE.test(path) || used.has(`${path} *`)) return [];
    return [...text.matchAll(EXPORT)]
      .map(([, name = '']) => name)
      .filter((name) => !used.has(`${path} ${name}`))
      .filter((name) => [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length < 2)
      .map((name) => `${path} ${name}`);
  });
}

describe('exports', () => {
  it('are imported by the program, or used where they stand, and not by tests alone', () => {
    const files = globSync('{src,scripts,simulators,tests,bench}/**/*.{ts,tsx}', { cwd: root });
    const lonely = lonelyIn(new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
    assert.deepEqual(lonely.filter((one) => !(one in EXCUSED)).sort(), []);
    const needless = Object.keys(EXCUSED).filter((one) => !lonely.includes(one));
    assert.deepEqual(needless, [], 'excused, and used');
  });

  it('that tests alone import are noticed', () => {
    const sources = {
      'src/a.ts':
        'export const one = 1;\nexport const two = 2;\nexport const three = 3;\nexport const six = three * 2;',
      'src/b.ts': `import { one } from './a.ts';\nconst { four } = await import('./c.ts');`,
      'src/c.ts': 'export const four = 4;',
      'src/a.test.ts': `import { two, type six as seven } from './a.ts';`,
    };
    assert.deepEqual(lonelyIn(new Map(Object.entries(sources))), ['src/a.ts two', 'src/a.ts six']);
  });
});

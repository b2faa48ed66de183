import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPageSources } from '../../../scripts/portal-pages.ts';

const here = dirname(fileURLToPath(import.meta.url));
const textOf = (path: string) => readFileSync(path, 'utf8');

const ROOT = join(here, '../../..');
const SOURCES = [
  ...readPageSources(ROOT).map(({ path, text }) => ({ folder: dirname(join(ROOT, path)), text })),
  { folder: here, text: textOf(join(here, 'frame.ts')) },
];
const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
const SCREENS = SOURCES.flatMap(({ folder, text }) =>
  [
    ...text.matchAll(
      /(?:const (\w+) = |component: )screen\(\s*\(\) => import\('([^']+)'\),\s*'(\w+)',\s*(\[[^\]]*\])(?:,\s*\[[\w, ]+\])?,?\s*\)/g,
    ),
  ].map(([, made = '', path = '', name = '', words = '']) => ({
    path: join(folder, path),
    name,
    words: namesIn(words),
    isHeaderPart: new RegExp(`headerParts: \\[[^\\]]*component: ${made || '-'}\\b`).test(text),
  })),
);

const WORDS = textOf(join(here, 'i18n/words.ts'));
const ALL = new Set(
  [WORDS, ...SOURCES.map(({ text }) => text)].flatMap((text) =>
    [...text.matchAll(/(\w+): \{\s*en: \(\) => import/g)].map(([, name = '']) => name),
  ),
);
const FIRST = namesIn(/FIRST_WORDS: [^=]*= (\[[^\]]*)/.exec(WORDS)?.[1] ?? '');
const FRAME = SCREENS.filter(({ isHeaderPart }) => isHeaderPart).flatMap(({ words }) => words);

/** Modules that run with a file: what it imports but types, at once or later; not the pages that areas declare. */
function importsOf(path: string, text: string): string[] {
  const found = [
    ...text.matchAll(/(?:import|export)\s+(?!type\b)[^'";]*?from\s+'(\.[^']+)'/g),
    ...text.matchAll(/import\(\s*'(\.[^']+)'/g),
  ].map(([, to = '']) => join(dirname(path), to));
  return found.filter((each) => /(?<!\.web)\.tsx?$/.test(each) && existsSync(each));
}

/** Namespaces whose words a module and all that it brings may say. */
function wordsSaid(start: string): Set<string> {
  const seen = new Set<string>();
  const said = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = textOf(path);
    const named = [...text.matchAll(/(?:useTranslation\(|ns: |words=)['"](\w+)['"]/g)].map(
      ([, name = '']) => name,
    );
    for (const name of named) if (ALL.has(name)) said.add(name);
    for (const next of importsOf(path, text)) visit(next);
  };
  visit(start);
  return said;
}

describe('the words of a screen', () => {
  const isPublic = (path: string) =>
    /identity\/web\/(?!user)|Register|Unsubscribe|Outbox|FamilyPage/.test(path);

  it('are fetched with every screen that is fetched when it is asked for', () => {
    const texts = SOURCES.map(({ text }) => text.replace(/^import.*$|: \{\s*en: \(\) => [^}]*\}/gm, '')).join(
      '\n',
    );
    // The frame fetches its parts along, and is measured below; finders have no words but their labels, and what is asked
    // ahead of a screen says nothing.
    const without = texts.split(/\/(?:find|ask-ahead)\.ts'\)/).length - 1;
    assert.equal(SCREENS.length + without + 1, texts.split('import(').length - 1);
    assert.doesNotMatch(texts, /lazyRouteComponent/);
    assert.ok(ALL.size > 20 && SCREENS.length > 30);
  });

  for (const { path, name, words, isHeaderPart } of SCREENS) {
    it(`${name} waits for the words that it says, and for no others`, () => {
      const there = new Set(isHeaderPart || isPublic(path) ? FIRST : [...FIRST, ...FRAME]);
      const needed = [...wordsSaid(path)].filter((each) => !there.has(each)).sort();
      assert.deepEqual([...words].sort(), needed);
    });
  }

  it('those of the frame come with it and the parts of its header', () => {
    const there = [...FIRST, ...FRAME];
    assert.deepEqual(
      [...wordsSaid(join(here, 'layout/Portal.tsx'))].filter((each) => !there.includes(each)),
      [],
    );
  });

  it('those of the sign-in are there from the first moment', () => {
    const first = wordsSaid(join(here, '../../features/identity/web/LoginPage.tsx'));
    assert.deepEqual(
      [...first].filter((each) => !FIRST.includes(each)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const textOf = (path: string) => readFileSync(path, 'utf8');

const namesIn = (list: string) => [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
const listOf = (name: string) =>
  namesIn(
    new RegExp(`${name}: readonly Namespace\\[\\] = \\[([^\\]]*)`).exec(
      textOf(join(here, 'i18n/words.ts')),
    )?.[1] ?? '',
  );

const ALL = new Set(
  [...textOf(join(here, 'i18n/words.ts')).matchAll(/^ {2}(\w+): '/gm)].map(([, name = '']) => name),
);
const FIRST = listOf('FIRST_WORDS');
const FRAME = listOf('FRAME_WORDS');

/** Modules that run with a file: what it imports but types, at once or later. */
function importsOf(path: string, text: string): string[] {
  const found = [
    ...text.matchAll(/(?:import|export)\s+(?!type\b)[^'";]*?from\s+'(\.[^']+)'/g),
    ...text.matchAll(/import\(\s*'(\.[^']+)'/g),
  ].map(([, to = '']) => join(dirname(path), to));
  return found.filter((each) => /\.tsx?$/.test(each) && existsSync(each));
}

/** Namespaces whose words a module and all that it brings may say. */
function wordsSaid(start: string): Set<string> {
  const seen = new Set<string>();
  const said = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = textOf(path);
    const named = [...text.matchAll(/(?:useTranslation\(|ns: )'(\w+)'/g)].map(([, name = '']) => name);
    for (const name of named) if (ALL.has(name)) said.add(name);
    for (const next of importsOf(path, text)) visit(next);
  };
  visit(start);
  return said;
}

describe('the words of a screen', () => {
  const router = textOf(join(here, 'router.tsx'));
  const screens = [
    ...router.matchAll(/screen\(\s*\(\) => import\('([^']+)'\),\s*'(\w+)',\s*(\[[^\]]*\]|\w+),?\s*\)/g),
  ].map(([, path = '', name = '', words = '']) => ({ path, name, words }));
  const isPublic = (path: string) => /identity\/web\/(?!user)|Register|Unsubscribe|Outbox/.test(path);

  it('are fetched with every screen that is fetched when it is asked for', () => {
    assert.equal(screens.length, (router.match(/import\(/g) ?? []).length);
    assert.doesNotMatch(router, /lazyRouteComponent/);
  });

  for (const { path, name, words } of screens) {
    it(`${name} waits for the words that it says, and for no others`, () => {
      const isFrame = name === 'Portal';
      const there = new Set(isFrame || isPublic(path) ? FIRST : [...FIRST, ...FRAME]);
      const needed = [...wordsSaid(join(here, path))].filter((each) => !there.has(each)).sort();
      assert.deepEqual([...(isFrame ? FRAME : namesIn(words))].sort(), needed);
    });
  }

  it('those of the sign-in are there from the first moment', () => {
    const first = wordsSaid(join(here, '../../features/identity/web/LoginPage.tsx'));
    assert.deepEqual(
      [...first].filter((each) => !FIRST.includes(each)),
      [],
    );
  });
});

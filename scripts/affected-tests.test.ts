import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { affectedTests, type Repository } from './affected-tests.ts';
import { type Import, readModuleGraph, type SourceFile } from './module-graph.ts';
import { pagesOf, pagesOpenedBy } from './portal-pages.ts';
import { ASKS_FOR, LEFT_TO_ALL, LOADS } from './test-dependencies.ts';
import { listTestFiles, tierOf } from './test-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A repository of files with what each imports, and texts where they matter. */
function repositoryOf(imports: Record<string, string[]>, texts: Record<string, string> = {}): Repository {
  const source = ([path, targets]: [string, string[]]): [string, SourceFile] => {
    const files = targets.map((target): Import => ({ kind: 'file', target }));
    return [path, { path, text: texts[path] ?? '', imports: files, names: [], passesOn: false }];
  };
  const files = Object.keys(imports);
  return {
    graph: new Map(Object.entries(imports).map(source)),
    files,
    tests: files.filter((path) => path.endsWith('.test.ts')),
  };
}

const ROUTER = 'src/apps/web/router.tsx';
const SMALL = repositoryOf(
  {
    'src/energy/sun.ts': [],
    'src/energy/sun.test.ts': ['src/energy/sun.ts'],
    'src/features/alarms/server/rules.ts': ['src/energy/sun.ts'],
    'src/features/alarms/server/rules.test.ts': [
      'src/features/alarms/server/rules.ts',
      'tests/support/app.ts',
    ],
    'src/features/plants/server/plants.ts': [],
    'src/features/plants/server/plants.test.ts': ['tests/support/app.ts'],
    'src/features/alarms/web/RulesPage.tsx': ['src/features/alarms/web/Rules.module.css'],
    'src/features/alarms/web/AlarmsPage.tsx': [],
    'src/features/identity/web/LoginPage.tsx': [],
    [ROUTER]: [
      'src/features/identity/web/LoginPage.tsx',
      'src/features/alarms/web/RulesPage.tsx',
      'src/features/alarms/web/AlarmsPage.tsx',
    ],
    'src/apps/server/app.ts': ['src/features/alarms/server/rules.ts', 'src/features/plants/server/plants.ts'],
    'tests/support/app.ts': ['src/apps/server/app.ts'],
    'scripts/build-web.ts': [],
    'src/apps/web/main.tsx': [ROUTER],
    'tests/contract/access.test.ts': ['tests/support/app.ts'],
    'tests/contract/guessing.test.ts': ['tests/support/app.ts'],
    'tests/e2e/alarm-rules.test.ts': ['tests/support/app.ts', 'scripts/build-web.ts'],
    'tests/e2e/alarms.test.ts': ['tests/support/app.ts', 'scripts/build-web.ts'],
    'tests/e2e/sign-in.test.ts': ['tests/support/app.ts', 'scripts/build-web.ts'],
    'tests/checks/papers.test.ts': [],
  },
  {
    [ROUTER]: `import { LoginPage } from '../../features/identity/web/LoginPage.tsx';
      path: '/apps/asset/alarms/rules', component: () => import('../../features/alarms/web/RulesPage.tsx'),
      path: '/login', component: LoginPage,
      path: '/apps/asset/alarms', component: () => import('../../features/alarms/web/AlarmsPage.tsx')`,
    'tests/e2e/alarm-rules.test.ts': `goto('/it/apps/asset/alarms/rules')`,
    'tests/e2e/alarms.test.ts': `goto('/apps/asset/alarms?state=open')`,
    'tests/e2e/sign-in.test.ts': `goto('/en/login'); assert.equal(path, '/apps/asset/alarms');`,
  },
);

const chosenFor = (...changed: string[]): string[] => [...affectedTests(SMALL, changed).chosen.keys()].sort();

describe('the tests that a change can affect', () => {
  it('are those that import it, however far', () => {
    assert.deepEqual(chosenFor('src/energy/sun.ts'), [
      'src/energy/sun.test.ts',
      'src/features/alarms/server/rules.test.ts',
      'tests/checks/papers.test.ts',
      'tests/contract/access.test.ts',
      'tests/e2e/alarm-rules.test.ts',
      'tests/e2e/alarms.test.ts',
    ]);
  });

  it('are of its area where only the whole program imports it', () => {
    assert.deepEqual(chosenFor('src/features/plants/server/plants.ts'), [
      'src/features/plants/server/plants.test.ts',
      'tests/checks/papers.test.ts',
      'tests/contract/access.test.ts',
    ]);
  });

  it('are the stories that open its page', () => {
    assert.deepEqual(chosenFor('src/features/alarms/web/Rules.module.css'), [
      'tests/e2e/alarm-rules.test.ts',
    ]);
  });

  it('are those that a table names', () => {
    assert.deepEqual(chosenFor('README.md'), ['tests/checks/papers.test.ts']);
  });

  it('come with how they are reached', () => {
    const { chosen } = affectedTests(SMALL, ['src/energy/sun.ts']);
    assert.equal(
      chosen.get('src/features/alarms/server/rules.test.ts'),
      'src/features/alarms/server/rules.ts → src/energy/sun.ts',
    );
  });

  it('are all of them where nothing is known of the file', () => {
    assert.match(affectedTests(SMALL, ['src/energy/sun.ts', 'sun.bin']).everything ?? '', /sun\.bin/);
    assert.match(affectedTests(SMALL, ['package-lock.json']).everything ?? '', /package-lock/);
    assert.equal(affectedTests(SMALL, ['README.md']).everything, undefined);
  });

  it('leave the long loops to the whole run, unless the change is about them', () => {
    const { left } = affectedTests(SMALL, ['src/features/plants/server/plants.ts']);
    assert.deepEqual([...left.keys()], ['tests/contract/guessing.test.ts']);
    assert.deepEqual(chosenFor('tests/contract/guessing.test.ts'), [
      'tests/checks/papers.test.ts',
      'tests/contract/guessing.test.ts',
    ]);
  });
});

describe('what is known of the dependencies of tests', () => {
  const graph = readModuleGraph(root);

  it('names files and tests that are there', async () => {
    const tests = await listTestFiles();
    const files = globSync('**/*', {
      cwd: root,
      exclude: (name) => /^(node_modules|dist|data|\.git)$/.test(name),
    });
    const isNone = (pattern: RegExp) => !files.some((file) => pattern.test(file));
    const stale = [
      ...LOADS.filter(([from, loaded]) => !graph.has(from) || isNone(loaded)),
      ...ASKS_FOR.filter(([changed]) => isNone(changed)),
      ...ASKS_FOR.filter(([, asked]) =>
        asked.some((one) => !tests.some((test) => tierOf(test) === one || test.startsWith(one))),
      ),
      ...LEFT_TO_ALL.filter(([left, unless]) => isNone(unless) || !tests.some((test) => left.test(test))),
    ];
    assert.deepEqual(stale, []);
  });

  it('knows the page of each address that the portal has, and the pages of each story', () => {
    const pages = [...graph.values()]
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap(({ path, text }) => pagesOf(path, text));
    assert.ok(
      pages.length >= 30,
      `only ${pages.length} pages: does scripts/portal-pages.ts still read routes?`,
    );
    assert.deepEqual(
      pages.filter(({ file }) => !existsSync(join(root, file))),
      [],
    );
    const stories = [...graph.values()].filter(({ path }) => /^tests\/e2e\/.+\.test\.ts$/.test(path));
    const unclear = stories.filter(({ text }) => pagesOpenedBy(text, pages).length === pages.length);
    assert.ok(unclear.length <= 3, `open any page: ${unclear.map(({ path }) => path).join(', ')}`);
  });
});

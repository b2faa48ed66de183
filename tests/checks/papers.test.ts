import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measurementOf } from '../../bench/named.ts';
import { bareNodesIn, checkPapers, citedIn, pathsIn, scriptsIn } from '../../scripts/check-papers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('papers', () => {
  it('point only at what is there', async () => assert.deepEqual(await checkPapers(root), []));

  it('name measurements that there are', () => {
    const files = globSync(['docs/*.md', 'bench/*.ts'], { cwd: root });
    const named = files.flatMap((file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/npm run bench -- ([a-z][\w-]*)/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(named.length > 30);
    for (const name of named) {
      const found = measurementOf([name, '--only', 'x']);
      assert.ok(found && existsSync(`${root}/bench/${found.file}`), name);
      assert.deepEqual(found.words, ['--only', 'x']);
    }
    assert.deepEqual([measurementOf([])?.file, measurementOf(['timing'])], ['run.ts', null]);
  });

  it('of decisions have context, decision and consequences, in at most 300 words beside their diagrams', () => {
    const faults = globSync('docs/adr/*.md', { cwd: root }).flatMap((path) => {
      const text = readFileSync(`${root}/${path}`, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
      const words = text.split(/\s+/).length;
      const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      const isForm = headings.join() === 'Context,Decision,Consequences';
      const number = path.replace(/^.*\/(\d{4})-.*$/, '$1');
      return [
        ...(isForm ? [] : [`${path}: headings ${headings.join(', ')}`]),
        ...(words <= 300 ? [] : [`${path}: ${words} words`]),
        ...(text.startsWith(`# ${number} `) ? [] : [`${path}: its title does not begin with ${number}`]),
      ];
    });
    assert.deepEqual(faults, []);
  });

  it('are cited by comments: paths, decisions and sections of docs/domain.md, not what stands in texts', () => {
    const source = [
      '/** As `energy/kpi.ts` has it (ADR 0046). // docs/domain.md §1.5, §2.5 */',
      "const url = 'https://example.org/a/b.md'; // docs/glossary.md, docs/adr/0071",
      "import { one } from '../no/such.ts';",
    ].join('\n');
    assert.deepEqual(citedIn(source), {
      paths: ['energy/kpi.ts', 'docs/domain.md', 'docs/glossary.md'],
      decisions: ['0046', '0071'],
      sections: ['§1.5', '§2.5'],
    });
  });

  it('are understood: paths in backticks and links, not calls, patterns or addresses', () => {
    const text =
      'See `src/apps/server/app.ts`, `shared/units/zones.ts:12`, `GET /api/v1/plants/`, `src/features/<area>/x.ts`, ' +
      '[here](adr/0001.md#why), [there](https://example.org/x.md), `database/migrations`.';
    assert.deepEqual(
      pathsIn('docs/a.md', text).map(({ path }) => path),
      ['src/apps/server/app.ts', 'src/shared/units/zones.ts', 'database/migrations', 'docs/adr/0001.md'],
    );
    assert.deepEqual(scriptsIn('type `npm run demo` or npm run openapi:changes'), [
      'demo',
      'openapi:changes',
    ]);
    assert.deepEqual(
      bareNodesIn(
        '`node bench/charts.ts`, node --inspect a/b.ts; `npm run bench -- charts`, node scripts/launch.mjs a/b.ts',
      ),
      ['node bench/charts.ts', 'node --inspect a/b.ts'],
    );
  });
});

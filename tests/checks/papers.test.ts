import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPapers, pathsIn, scriptsIn } from '../../scripts/check-papers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('papers', () => {
  it('point only at what is there', async () => assert.deepEqual(await checkPapers(root), []));

  it('are understood: paths in backticks and links, not calls, patterns or addresses', () => {
    const text =
      'See `src/apps/server/app.ts`, `shared/units/zones.ts:12`, `GET /api/v1/plants/`, `src/features/<area>/x.ts`, ' +
      '[here](adr/0001.md#why), [there](https://example.org/x.md), `database/migrations`.';
    assert.deepEqual(
      pathsIn('docs/a.md', text).map(({ path }) => path),
      ['src/apps/server/app.ts', 'src/shared/units/zones.ts', 'database/migrations', 'docs/adr/0001.md'],
    );
    assert.deepEqual(scriptsIn('type `npm run demo` or npm run types:database'), ['demo', 'types:database']);
  });
});

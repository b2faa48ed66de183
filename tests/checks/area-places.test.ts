import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { features } from '../../src/apps/server/features.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where a new area's engineer adds lines. Contracts, migrations, papers and browser stories are its own. */
const LISTS = ['src/apps/server/features.ts', 'src/apps/web/features.ts'];
/** Where one of them adds a line for each queue of jobs that the area has. */
const QUEUES = 'src/apps/server/queues.ts';
const REGISTERED_IN = [...LISTS, QUEUES];

/**
 * Files that name an area because they put it to a use of their own: a command, the demonstration's data, what one area gives
 * another. Nothing is added that each new area would have to be added to.
 */
const USES: Readonly<Record<string, readonly string[]>> = {
  'scripts/import-rules.json': ['identity', 'companies'],
  'scripts/make-upgrade-fixture.ts': ['measurements'],
  'scripts/real-series.ts': ['measurements', 'notifications', 'alarms'],
  'src/apps/server/admin-accounts.ts': ['identity'],
  'src/apps/server/admin-alarms.ts': ['notifications', 'alarms'],
  'src/apps/server/admin-commands.ts': ['identity', 'companies', 'plants'],
  'src/apps/server/admin-field.ts': ['plants', 'measurements'],
  'src/apps/server/admin-prices.ts': ['weather'],
  'src/apps/server/admin-registers.ts': ['meters'],
  'src/apps/server/app.ts': [
    'companies',
    'measurements',
    'alarms',
    'overview',
    'weather',
    'forecast',
    'downtimes',
    'community',
    'reports',
    'meters',
    'residential',
  ],
  'src/apps/server/areas-work.ts': ['companies', 'measurements'],
  'src/apps/server/health.ts': ['measurements'],
  'src/apps/server/question-threads.ts': [
    'measurements',
    'alarms',
    'community',
    'reports',
    'meters',
    'residential',
  ],
  'src/apps/server/verify-store.ts': ['measurements'],
  'src/apps/server/worker.ts': ['companies', 'measurements'],
  'tests/contract/support/loops.ts': ['downtimes', 'community'],
  'tests/contract/support/world.ts': ['plants'],
};

const FILES = [
  'src/apps/server/*.ts',
  'src/apps/server/backup/*.ts',
  'src/shared/**/*.ts',
  'scripts/*.{ts,json}',
  'tests/contract/*.ts',
  'tests/contract/support/*.ts',
];

/** Which areas a file names, by paths into their folders. */
function areasIn(file: string): string[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return features.map(({ name }) => name).filter((area) => text.includes(`features/${area}/`));
}

describe('places outside an area that name it', () => {
  const files = globSync(FILES, { cwd: root })
    .filter((file) => !/\.test\.ts$|test-seconds\.json$/.test(file))
    .sort();

  it('are three lines at most, which register it', () => {
    for (const { name } of features) {
      const lines = LISTS.flatMap((file) => readFileSync(`${root}${file}`, 'utf8').split('\n')).filter(
        (line) => new RegExp(`\\b${name}(Feature|Web)\\b`).test(line),
      );
      assert.ok(lines.length <= 3, lines.join('\n'));
    }
  });

  it('are else only files that use it for something of their own', () => {
    const found = files
      .filter((file) => !REGISTERED_IN.includes(file))
      .map((file) => [file, areasIn(file)] as const)
      .filter(([, areas]) => areas.length > 0);
    assert.deepEqual(Object.fromEntries(found), USES, 'let the area say it in its feature file');
  });
});

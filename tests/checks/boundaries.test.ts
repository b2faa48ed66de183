import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkBoundaries } from '../../scripts/check-boundaries.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// File, what stands in it, and the rule that must object; a line of imports is enough.
const PLANTED: readonly (readonly [path: string, text: string, rule: string])[] = [
  [
    'src/shared/units/round.ts',
    `import { two } from './round-trip.ts'; export const one = two;`,
    'no-cycles',
  ],
  [
    'src/shared/units/round-trip.ts',
    `import type { one } from './round.ts'; export const two = 2;`,
    'no-cycles',
  ],
  [
    'src/shared/server/wise.ts',
    `import { c } from '../../features/plants/plants.contract.ts'; c;`,
    'shared-knows-no-feature',
  ],
  ['src/energy/impure.ts', `import { readFileSync } from 'node:fs'; readFileSync;`, 'energy-is-pure'],
  ['src/energy/bookish.ts', `import { z } from 'zod'; z;`, 'energy-is-pure'],
  ['src/devices/impure.ts', `import { readFileSync } from 'node:fs'; readFileSync;`, 'devices-are-pure'],
  ['src/devices/bookish.ts', `import { z } from 'zod'; z;`, 'devices-are-pure'],
  ['src/shared/units/impure.ts', `import { c } from '../contract/call.ts'; c;`, 'units-are-pure'],
  [
    'src/features/plants/server/boss.ts',
    `import { a } from '../../../apps/server/app.ts'; a;`,
    'only-apps-compose',
  ],
  [
    'src/features/plants/server/registers.ts',
    `import { f } from '../plants.feature.ts'; f;`,
    'only-apps-register',
  ],
  [
    'src/features/plants/server/polls.ts',
    `import { a } from '../../../acquisition/a.ts'; a;`,
    'features-do-not-poll',
  ],
  [
    'src/acquisition/breaks-in.ts',
    `import { r } from '../features/plants/server/plants.repository.ts'; r;`,
    'acquisition-uses-public-modules',
  ],
  [
    'src/acquisition/field-tasks/writes.ts',
    `import { WriteOrder } from '../lighting/write-order.ts'; WriteOrder;`,
    'only-lighting-writes',
  ],
  [
    'src/features/alarms/server/breaks-in.ts',
    `import { r } from '../../plants/server/plants.repository.ts'; r;`,
    'features-use-public-modules',
  ],
  [
    'src/features/overview/web/Page.tsx',
    `import { r } from '../../plants/web/Part.tsx'; export const P = () => <p>{r}</p>;`,
    'features-use-public-modules',
  ],
  [
    'src/features/plants/web/Part.tsx',
    `import { r } from '../server/plants.repository.ts'; export const P = () => <p>{r}</p>;`,
    'web-imports-no-server',
  ],
  [
    'src/features/plants/web/lazy.ts',
    `export const p = () => import('../server/plants.repository.ts');`,
    'web-imports-no-server',
  ],
  [
    'src/features/plants/server/paints.ts',
    `import { P } from '../web/Part.tsx'; P;`,
    'server-imports-no-web',
  ],
  [
    'src/apps/web/shows.ts',
    `export const k = () => import('./kit/KitPage.tsx');`,
    'samples-are-for-the-kit-page',
  ],
  [
    'src/apps/web/layout/Knows.tsx',
    `import { k } from '../../../features/plants/plants.contract.ts'; export const K = () => <p>{k}</p>;`,
    'one-list-names-the-areas',
  ],
  ['src/shared/web/reads.ts', `import { readFileSync } from 'node:fs'; readFileSync;`, 'web-is-not-node'],
  [
    'src/features/plants/plants.model.ts',
    `import type { r } from './server/plants.repository.ts'; export type R = typeof r;`,
    'contracts-and-models-belong-to-both-sides',
  ],
  [
    'src/features/plants/typed.model.ts',
    `export type R = import('./server/plants.repository.ts').R;`,
    'contracts-and-models-belong-to-both-sides',
  ],
  [
    'src/features/plants/io.model.ts',
    `import { join } from 'node:path'; export const j = join;`,
    'contracts-and-models-do-no-io',
  ],
  [
    'src/features/plants/server/up.repository.ts',
    `import { s } from './plants.service.ts'; s;`,
    'repositories-are-last',
  ],
  [
    'src/features/plants/server/plants.service.ts',
    `import { h } from './plants.routes.ts'; export const s = h;`,
    'services-know-no-routes',
  ],
  [
    'src/features/identity/curious.ts',
    `import { c } from '../plants/plants.contract.ts'; c;`,
    'identity-imports-no-feature',
  ],
  [
    'src/features/companies/curious.ts',
    `import { c } from '../plants/plants.contract.ts'; c;`,
    'earlier-areas-only',
  ],
  [
    'src/features/plants/curious.ts',
    `import { c } from '../alarms/alarms.contract.ts'; c;`,
    'earlier-areas-only',
  ],
  [
    'src/features/measurements/curious.ts',
    `import { c } from '../alarms/alarms.contract.ts'; c;`,
    'earlier-areas-only',
  ],
  [
    'src/features/alarms/curious.ts',
    `import { c } from '../overview/overview.contract.ts'; c;`,
    'earlier-areas-only',
  ],
  [
    'src/features/cloudcontrol/curious.ts',
    `import { c } from '../alarms/alarms.contract.ts'; c;`,
    'earlier-areas-only',
  ],
  [
    'src/acquisition/pretends.ts',
    `import { m } from '../../simulators/m.ts'; m;`,
    'the-product-knows-no-simulator',
  ],
  ['src/shared/server/tested.ts', `import { t } from '../../../tests/t.ts'; t;`, 'the-product-knows-no-test'],
  ['src/features/plants/index.ts', `export * from './plants.contract.ts';`, 'no-barrels'],
  [
    'src/features/plants/all.ts',
    `export { c } from './plants.contract.ts'; export type { R } from './typed.model.ts';`,
    'no-barrels',
  ],
  [
    'src/features/plants/server/asks.ts',
    'export const q = (tx) => tx.query(`select 1`);',
    'sql-in-repositories',
  ],
  [
    'src/features/plants/server/builds.ts',
    `export const q = (tx) => insertRows(tx, 'plant', []);`,
    'sql-in-repositories',
  ],
];

/** What the planted files point at, and things that are allowed. */
const GROUND: Readonly<Record<string, string>> = {
  'src/shared/contract/call.ts': 'export const c = 1;',
  'src/features/plants/plants.contract.ts': `import { c as d } from '../../shared/contract/call.ts'; export const c = d;`,
  'src/features/alarms/alarms.contract.ts': 'export const c = 1;',
  'src/features/overview/overview.contract.ts': `import { c as d } from '../alarms/alarms.contract.ts'; export const c = d;`,
  'src/features/plants/server/plants.repository.ts':
    'export const r = 1; export type R = 1; export const q = (tx) => tx.query(`select 1`);',
  'src/features/plants/server/plants.routes.ts': `import { r } from './plants.repository.ts'; export const h = r;`,
  'src/features/plants/server/plants.public.ts': 'export const d = 1;',
  'src/features/alarms/server/alarms.server.ts': `import { d } from '../../plants/server/plants.public.ts'; export const q = (tx) => tx.query(d);`,
  'src/acquisition/a.ts': `import { c } from '../features/plants/plants.contract.ts'; export const a = c;`,
  'src/acquisition/lighting/write-order.ts': 'export const WriteOrder = 1;',
  'src/acquisition/lighting/switches.ts': `import { WriteOrder } from './write-order.ts'; WriteOrder;`,
  'src/acquisition/modbus/link.ts': `import { WriteOrder } from '../lighting/write-order.ts'; WriteOrder;`,
  'src/apps/server/app.ts': `import { h } from '../../features/plants/server/plants.routes.ts'; export const a = h;`,
  'src/apps/server/demo/demo.ts': `import { m } from '../../../../simulators/m.ts'; export const d = m;`,
  'src/acquisition/a.test.ts': `import { m } from '../../simulators/m.ts'; import { t } from '../../tests/t.ts'; m; t;`,
  'simulators/m.ts': 'export const m = 1;',
  'tests/t.ts': 'export const t = 1;',
};

async function plant(files: readonly (readonly [string, string])[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meridiana-planted-'));
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('import boundaries', () => {
  let ground: string;
  let planted: string;
  before(async () => {
    ground = await plant(Object.entries(GROUND));
    planted = await plant([
      ...Object.entries(GROUND),
      ...PLANTED.map(([path, text]) => [path, text] as const),
    ]);
  });
  after(async () => {
    for (const folder of [ground, planted]) await rm(folder, { recursive: true, force: true });
  });

  it('are kept by the sources, all of which were read', async () => {
    const { faults, modules } = await checkBoundaries(root);
    assert.deepEqual(faults, []);
    assert.ok(modules >= 300, `only ${modules} files were read`);
  });

  it('let through what is allowed', async () => {
    const { faults, modules } = await checkBoundaries(ground);
    assert.deepEqual(faults, []);
    assert.equal(modules, Object.keys(GROUND).length);
  });

  it('object to each planted violation by its rule', async () => {
    const { faults } = await checkBoundaries(planted);
    for (const [path, , rule] of PLANTED) {
      assert.ok(
        faults.some((fault) => fault.startsWith(`${rule}: `) && fault.includes(path)),
        `${rule} said nothing about ${path}; what was said:\n${faults.join('\n')}`,
      );
    }
  });

  it('have a planted violation for each rule', async () => {
    const { forbidden } = JSON.parse(await readFile(join(root, 'scripts/import-rules.json'), 'utf8')) as {
      forbidden: { name: string }[];
    };
    const tried = new Set(PLANTED.map(([, , rule]) => rule));
    assert.deepEqual(
      forbidden.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });
});

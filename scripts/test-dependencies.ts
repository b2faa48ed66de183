/** What tests depend on besides imports. `npm run test:changed` reads these tables; scripts/affected-tests.test.ts holds them to what is there. */

/** A change of these can affect everything. */
export const AFFECTS_ALL: readonly RegExp[] = [
  /^package(-lock)?\.json$/,
  /^\.ci\//,
  /^scripts\/(run-tests|test|test-files|test-lanes|test-report|test-shares|launch|without-promise-hooks)\.(ts|mjs)$/,
  /^tests\/support\/(app|postgres)\.ts$/,
];

/** A file that loads others without importing them: by a computed name, a pattern, or as a program. */
export const LOADS: readonly (readonly [from: string, loaded: RegExp, why: string])[] = [
  ['scripts/build-web.ts', /^vite\.config\.ts$/, 'the portal is built by it'],
  ['scripts/build-web.ts', /^src\/apps\/web\/(index\.html|main\.tsx|public\/.+)$/, 'the portal begins there'],
  [
    'tests/e2e/support/kit.ts',
    /^vite\.kit\.config\.ts$|^src\/apps\/web\/kit\/|\.kit\.tsx$/,
    'it builds the page',
  ],
  [
    'tests/contract/support/area-examples.ts',
    /^tests\/contract\/areas\/.+\.ts$/,
    'an area names the file of its examples',
  ],
  ['src/apps/server/backup/commands.test.ts', /^src\/apps\/server\/(backup|restore)\.ts$/, 'it starts them'],
  ['scripts/launch.test.ts', /^scripts\/launch\.mjs$/, 'it starts npm scripts'],
];

/** What tests a changed file asks for whoever imports it: tiers (`api`) and beginnings of paths (`tests/checks/words`). */
export const ASKS_FOR: readonly (readonly [changed: RegExp, tests: readonly string[], why: string])[] = [
  [
    /^(src|simulators|tests|scripts|bench)\/.+\.(ts|tsx|mjs)$|^[^/]+\.config\.ts$/,
    [
      'tests/checks/types-and-style',
      'tests/checks/boundaries',
      'tests/checks/dependencies',
      'tests/checks/papers',
    ],
    'types, style, imports and what comments cite are judged of all sources',
  ],
  [/\.(css|json)$/, ['tests/checks/types-and-style'], 'Biome reads it'],
  [/^(biome|tsconfig.*)\.json$/, ['tests/checks/types-and-style'], 'a tool reads its settings there'],
  [/\.test\.ts$/, ['tests/checks/test-manner'], 'it judges how tests are written'],
  [/^src\/.+\.tsx?$/, ['tests/checks/words'], 'sources ask for keys of words'],
  [/^(src|scripts|simulators)\/.+\.tsx?$/, ['tests/checks/test-only-exports'], 'it reads who imports what'],
  [/\/i18n\/.+\.json$/, ['tests/checks/words'], 'it compares the languages'],
  [/^src\/(.+\/server|acquisition)\/.+\.ts$/, ['tests/checks/row-types'], 'it prepares their statements'],
  [/^src\/.+\/server\/.+\.(ts|json)$/, ['tests/contract/italian'], 'it compares what refusals say'],
  [/^src\/.+\.contract\.ts$/, ['tests/contract/document'], 'it lists the schemas of all contracts'],
  [
    /^database\/migrations\/.+\.sql$/,
    ['api', 'contract', 'tests/checks/row-types'],
    'their database is made by it; browser stories use the calls that these prove',
  ],
  [/^docs\/spec\/.+\.tsv$/, ['tests/contract/specification'], 'it compares what is served with it'],
  [/^docs\/.+|\.md$/, ['tests/checks/papers'], 'papers point at what is there'],
  [/^docs\/sending-readings\.md$/, ['src/apps/server/sending-readings.test.ts'], 'it runs its commands'],
  [/^docs\/\w[\w-]*\.md$/, ['src/apps/server/well-known.test.ts'], 'the server serves some of them'],
  [/^LICENSE$/, ['scripts/third-party-notices.test.ts'], 'it is served with the notices'],
  [
    /^tests\/fixtures\//,
    ['src/apps/server/upgrade.test.ts', 'tests/contract/changes'],
    'they compare with what released versions left',
  ],
  [/^docs\/openapi-changes\.md$/, ['tests/contract/changes'], 'it is written from the calls'],
  [/^src\/devices\/decode\/.+\.(py|tsv)$/, ['src/devices/decode/'], 'values that another program worked out'],
  [/^src\/devices\/sunspec\/.+\.(py|tsv)$/, ['src/devices/sunspec/'], 'images that another program made'],
];

/**
 * Tests that a change reaches by imports, but which are left to the whole run unless the change is also one of these: they
 * send tens of thousands of requests, or start whole installations, for what hardly ever depends on the change.
 */
export const LEFT_TO_ALL: readonly (readonly [tests: RegExp, unless: RegExp, why: string])[] = [
  [
    /^tests\/contract\/(hostile|hostile-bytes|hostile-leaves|guessing|strangers|headers|cancelled|field-walls|tokens|paths)\.test\.ts$/,
    /^(src\/shared\/(contract|server\/http)\/|src\/shared\/server\/(tenancy|callers)\.ts$|tests\/contract\/)|\.contract\.ts$/,
    'loops over every call and input',
  ],
  [/^tests\/install\//, /^(tests\/install\/|scripts\/(launch|build-web))/, 'installs on older machines'],
  [/^tests\/faults\//, /^(tests\/faults\/|src\/apps\/server\/)/, 'kills processes and fills disks'],
];

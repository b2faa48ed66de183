import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { makeMemoryFolder } from '../support/memory-folder.ts';
import { Clone, ctrlC, kill, killBelow } from './clone.ts';
import { bringToolchains, isOutOfReach, type Toolchain } from './toolchain.ts';

/** Those npms leave out the link `node_modules/.bin/node`. The second pair comes as one. */
const OLDER = [
  { node: '20.20.2', npm: '9.9.4' },
  { node: '22.23.3', npm: '10.9.9' },
] as const;

describe('a machine with an older Node and npm', () => {
  const home = makeMemoryFolder('meridiana-newcomers-');
  chmodSync(home, 0o755);
  let toolchains: Toolchain[] = [];
  before(async () => {
    toolchains = await bringToolchains(join(home, 'tools'), OLDER).catch((fault: unknown) => {
      // Whoever works offline goes on; where a commit is judged, nothing is passed over.
      if (isOutOfReach(fault) && !process.env.CI) return [];
      throw fault;
    });
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  /** A test in a clone whose folder has a space in its name. */
  function withNpm(
    version: (typeof OLDER)[number]['npm'],
    test: (clone: Clone, t: TestContext) => Promise<void>,
  ) {
    return async (t: TestContext) => {
      const tools = toolchains[OLDER.findIndex(({ npm }) => npm === version)];
      if (tools === undefined) return t.skip('the registry is out of reach');
      const clone = new Clone(tools, join(home, `my portal ${version}`));
      await test(clone, t);
      rmSync(clone.folder, { recursive: true });
    };
  }

  it(
    'installs and demonstrates with npm 10 under Node 22',
    withNpm('10.9.9', async (clone, t) => {
      // That `prepare` builds it is seen by whoever runs these tests: they have installed it the same way.
      clone.putPortal();
      await clone.install();
      await clone.startsAndEnds(t, ['run', 'demo'], ctrlC);
      await clone.startsAndEnds(t, ['start'], kill);
    }),
  );

  it(
    'says what to run after --ignore-scripts, and then starts, with npm 9 under Node 20',
    withNpm('9.9.4', async (clone, t) => {
      await clone.install('--ignore-scripts');
      const { code, said } = await clone.npm('run', 'demo');
      assert.equal(code, 1);
      assert.match(said, /^The portal has not been built: run npm run prepare, [^\n]*\.$/m);
      assert.equal(existsSync(join(clone.folder, 'data')), false, 'nothing was started before it was said');
      clone.putPortal();
      const prepared = await clone.npm('run', 'prepare');
      assert.equal(prepared.code, 0, prepared.said);
      await clone.startsAndEnds(t, ['start'], killBelow);
    }),
  );
});

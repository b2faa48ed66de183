import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const launcher = join(root, 'scripts/launch.mjs');

/** Ends by the signals it is told of, and says that it began. */
const LISTENS = `process.on('SIGTERM', () => process.exit(7)); setInterval(() => undefined, 1000); console.log('begun');`;
/** Leaves a grandchild behind that ends at once, and answers how many zombies process 1 has a second later. */
const ORPHANS = `
const { execSync } = require('node:child_process');
execSync('sh -c "sleep 0.2 &"');
setTimeout(() => {
  console.log(execSync('ps -o stat= --ppid 1 || true').toString().split('\\n').filter((state) => state.startsWith('Z')).length);
  setInterval(() => undefined, 1000);
}, 1000);
process.on('SIGTERM', () => process.exit(7));`;

describe('scripts/launch.mjs', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-launch-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  before(() => {
    mkdirSync(join(home, 'scripts'));
    writeFileSync(join(home, 'scripts/launch.mjs'), readFileSync(launcher));
  });
  after(() => rmSync(home, { recursive: true }));

  it('starts every npm script, so that no one relies on a link of npm', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [name, line] of Object.entries(scripts)) {
      for (const command of line.split(' && ')) {
        assert.match(command, /^([A-Z]+=\w+ )?(exec )?node scripts\/launch\.mjs [\w./-]+\.?\w*/, name);
      }
      // A shell in between would keep the signals to itself.
      assert.match(line.split(' && ').at(-1) ?? '', /(^| )exec node /, name);
    }
  });

  it('runs the file with the words and answers its exit code', () => {
    const result = file('told.cjs', 'console.log(process.argv.slice(2).join("|")); process.exit(3);');
    const { status, stdout } = spawnSync(process.execPath, [launcher, result, 'a b', '--c'], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stdout], [3, 'a b|--c\n']);
  });

  it('passes a signal on, and ends as the program ended', async () => {
    const child = spawn(process.execPath, [launcher, file('listens.cjs', LISTENS)]);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [7, null]);
    const deaf = spawn(process.execPath, [
      launcher,
      file('deaf.cjs', "setInterval(Date, 1000); console.log('')"),
    ]);
    await once(deaf.stdout, 'data');
    deaf.kill('SIGHUP');
    assert.deepEqual(await once(deaf, 'exit'), [null, 'SIGHUP']);
  });

  it('takes the Node that came with the packages, and says where that cannot run', () => {
    const bin = join(home, `node_modules/node-${process.platform}-${process.arch}/bin`);
    mkdirSync(bin, { recursive: true });
    const own = spawnSync(process.execPath, [join(home, 'scripts/launch.mjs'), file('x.cjs', '')]);
    assert.equal(own.status, 0, 'another one is there');
    symlinkSync('/bin/echo', join(bin, 'node'));
    const found = spawnSync(process.execPath, [join(home, 'scripts/launch.mjs'), 'x.cjs', 'y'], {
      encoding: 'utf8',
    });
    assert.equal(found.stdout, `${join(home, 'x.cjs')} y\n`);
    rmSync(join(bin, 'node'));
    writeFileSync(join(bin, 'node'), 'no program');
    const broken = spawnSync(process.execPath, [join(home, 'scripts/launch.mjs'), 'x.cjs'], {
      encoding: 'utf8',
    });
    assert.equal(broken.status, 1);
    assert.match(broken.stderr, /^\S+\/bin\/node cannot be run here \(EACCES\): .*\.\n$/);
  });

  const spaces = ['--pid', '--fork', '--mount-proc', ...(process.getuid?.() === 0 ? [] : ['-Ur'])];
  const closed = spawnSync('unshare', [...spaces, 'true']).status === 0 ? false : 'no process spaces here';
  it('as process 1 collects orphans, passes signals on and answers the exit code', {
    skip: closed,
  }, async () => {
    const child = spawn('unshare', [
      ...spaces,
      '--kill-child',
      process.execPath,
      launcher,
      file('orphans.cjs', ORPHANS),
    ]);
    const [zombies] = await once(child.stdout, 'data');
    assert.equal(String(zombies), '0\n');
    // unshare keeps signals to itself: the one process below it is the space's first.
    const first = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }).stdout;
    process.kill(Number(first), 'SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [7, null]);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('scripts/run-tests.ts', () => {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-run-tests-'));
  after(() => rmSync(home, { recursive: true }));

  /** Runs a test with this body as all tests are run. */
  function runWith(body: string) {
    const file = join(home, 'one.test.ts');
    writeFileSync(
      file,
      `import { getTestContext, it } from 'node:test';\nit('one', async () => {${body}});\n`,
    );
    const script = `
      const { runTests } = await import(${JSON.stringify(join(root, 'scripts/run-tests.ts'))});
      process.exit((await runTests([${JSON.stringify(relative(root, file))}])) ? 0 : 1);`;
    const runner = join(home, 'run.mjs');
    writeFileSync(runner, script);
    const { status, stdout } = spawnSync(process.execPath, [runner], { encoding: 'utf8', cwd: root });
    return { status, stdout };
  }

  it('is fine with a test that passes', () => {
    const { status, stdout } = runWith('');
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^# pass 1$/m);
  });

  it('fails with what a test throws', () => {
    const { status, stdout } = runWith(`throw new Error('as thrown');`);
    assert.equal(status, 1);
    assert.match(stdout, /^✖ one .*\n.*as thrown/m);
  });

  it('names the test whose stray fault nobody catches, however many promises later', () => {
    const stray = [
      `void Promise.reject(new Error('a stray one'));`,
      `await null; setTimeout(() => { throw new Error('a stray one'); }, 5);`,
    ];
    for (const body of stray) {
      const { status, stdout } = runWith(`${body} await new Promise((done) => setTimeout(done, 50));`);
      assert.equal(status, 1, stdout);
      assert.match(stdout, /^✖ one .*\n.*a stray one/m);
    }
  });

  it('fails with what nobody catches after the end of a test', () => {
    const { status, stdout } = runWith(`void Promise.reject(new Error('a stray one'));`);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /^✖ .*Test "one".*a stray one/m);
  });

  it('knows the test that runs after what it has awaited', () => {
    const { status, stdout } = runWith(
      `await new Promise((done) => setTimeout(done, 5)); if (getTestContext().name !== 'one') throw 1;`,
    );
    assert.equal(status, 0, stdout);
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Runs a tool of the project; its words when it objects, else nothing. */
function objections(script: string, args: string[]): Promise<string> {
  return new Promise((done) => {
    const options = { cwd: root, maxBuffer: 50_000_000 };
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) =>
      done(error ? `${stdout}\n${stderr}` : ''),
    );
  });
}

const packaged = (name: string, path: string): string => join(dirname(resolve(`${name}/package.json`)), path);

describe('types and style', () => {
  const configurations = readdirSync(root).filter(
    (name) => /^tsconfig\..+\.json$/.test(name) && name !== 'tsconfig.base.json',
  );

  it('both sides have a configuration', () => {
    for (const side of ['tsconfig.server.json', 'tsconfig.web.json'])
      assert.ok(configurations.includes(side), side);
  });

  for (const name of configurations) {
    it(`the types of ${name} hold`, async () => {
      // Each thread of the compiler works out the types of the libraries anew: one costs a third of four.
      const args = ['-p', name, '--pretty', 'false', '--singleThreaded'];
      assert.equal(await objections(packaged('typescript', 'bin/tsc'), args), '');
    });
  }

  it('format, imports and lint are as Biome wants them', async () => {
    const args = ['check', '--colors=off', '--diagnostic-level=error', '.'];
    assert.equal(await objections(packaged('@biomejs/biome', 'bin/biome'), args), '');
  });
});

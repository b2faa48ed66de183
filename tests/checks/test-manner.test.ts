import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listTestFiles, tierOf } from '../../scripts/test-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Why a test file would disturb the others that share its process; one sentence for each fault. */
function faultsOf(text: string): string[] {
  const faults: string[] = [];
  // Sources are formatted: what begins a line stands at the root of its file.
  if (/^(await )?(test\.)?(before|after|beforeEach|afterEach)\(/m.test(text))
    faults.push('a hook outside describe runs for every file');
  if (/^\s*(await )?(it|test|describe|suite)\.only\(|\bonly: true/m.test(text))
    faults.push('.only leaves out all other tests');
  if (/(?<!\.)\bmock\.timers\.enable|process\.chdir\(/.test(text))
    faults.push('clock or folder of the whole process are changed');
  if (/^process\.env\.\w+ =/m.test(text)) faults.push('the environment of the whole process is changed');
  if (!/from 'node:test'/.test(text)) faults.push('no node:test');
  return faults;
}

describe('the manner of tests', () => {
  it('is kept: hooks inside describe, nothing that reaches into other files', async () => {
    const files = await listTestFiles();
    assert.ok(files.length >= 30, `only ${files.length} test files`);
    const faults: string[] = [];
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8');
      faults.push(...faultsOf(text).map((fault) => `${file}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  });

  it('is noticed when it is broken', () => {
    const resultOf = (text: string) => faultsOf(`import { it } from 'node:test';\n${text}`).length;
    assert.equal(resultOf(`before(() => 1);`), 1);
    assert.equal(resultOf(`afterEach(async () => {});`), 1);
    assert.equal(resultOf(`describe('x', () => {\n  before(() => 1);\n});`), 0);
    assert.equal(resultOf(`it.only('x', () => {});`), 1);
    assert.equal(resultOf(`process.env.TZ = 'UTC';`), 1);
  });

  it('has a tier for every file', () => {
    assert.equal(tierOf('src/energy/solar-position.test.ts'), 'unit');
    assert.equal(tierOf('src/features/plants/server/plants.test.ts'), 'api');
    assert.equal(tierOf('tests/contract/access.test.ts'), 'contract');
    assert.equal(tierOf('simulators/modbus-server.test.ts'), 'acquisition');
    assert.equal(tierOf('tests/e2e/dashboard.test.ts'), 'browser');
    assert.equal(tierOf('tests/checks/words.test.ts'), 'checks');
  });
});

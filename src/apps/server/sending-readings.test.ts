import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createTestApp,
  makeCompany,
  makeDevice,
  makeKey,
  makePlant,
  type TestApp,
} from '../../../tests/support/app.ts';
import { contract } from './contract.ts';

const PAGE = fileURLToPath(new URL('../../../docs/sending-readings.md', import.meta.url));
const run = promisify(execFile);

describe('the page on sending readings', () => {
  let test: TestApp;
  let folder: string;
  let text: string;
  let environment: Record<string, string>;
  before(async () => {
    test = await createTestApp();
    folder = await mkdtemp(join(tmpdir(), 'meridiana-sending-'));
    text = await readFile(PAGE, 'utf8');
    const scope = await makeCompany(test.pool, 'Readers of pages');
    const plant = await makePlant(test.pool, scope, 'PLANT-1');
    await makeDevice(test.pool, scope, plant, 'INV1', ['ac_power_kw', 'energy_total_kwh']);
    const { headers } = await makeKey(test, scope, { proj_code: 'PLANT-1' });
    const PORTAL = await test.app.listen({ host: '127.0.0.1', port: 0 });
    const KEY = headers.authorization?.split(' ')[1] ?? '';
    environment = { PORTAL, KEY, DEVICE: 'INV1' };
  });
  after(async () => {
    await test?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const blocks = (kind: string) =>
    [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, body = '']) => body);

  it('has commands that work as they stand, each of which stores what it says', async () => {
    const commands = blocks('sh');
    assert.ok(commands.length >= 5);
    const count = async () =>
      (await test.arrange<{ n: number }>('select count(*)::int as n from obs'))[0]?.n ?? 0;
    for (const command of commands) {
      const before = await count();
      const env = { PATH: process.env.PATH ?? '', ...environment };
      const { stdout } = await run('bash', ['-euc', command], { cwd: folder, env, timeout: 120_000 });
      assert.ok(stdout === '' || JSON.parse(stdout).refused === 0, stdout);
      // Two commands may speak of the same second.
      if (!command.includes('quality')) assert.ok((await count()) > before, command);
    }
  });

  it('names only addresses that are served', () => {
    const served = Object.values(contract).flatMap((calls) =>
      Object.values(calls).map(({ path }) => path as string),
    );
    const named = [...text.matchAll(/(?:\$PORTAL|:3000|POST |GET )(\/[a-z0-9/-]+)/g)].map(
      ([, path = '']) => path,
    );
    assert.ok(named.length >= 6);
    assert.deepEqual(
      named.filter((path) => !served.includes(path)),
      [],
    );
  });
});

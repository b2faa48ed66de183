import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestApp, makeCompany, makeDevice, makeKey, makePlant, type TestApp } from '../support/app.ts';
import { until } from '../support/program.ts';
import { accountByCall, signInAt } from './support/accounts.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { overHttp, Producer } from './support/producer.ts';
import { randomness } from './support/randomness.ts';

const portal = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));

/** A small disk of memory, undefined where none may be mounted. */
function mountSmallDisk(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-disk-')));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'none', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/** Writes until nothing more goes in. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (let size = block.length; size >= 512; ) {
      try {
        if (writeSync(file, block, 0, size) === 0) return;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}

describe('a disk that is full', {
  skip: existsSync(portal) ? false : 'the portal has not been built',
}, () => {
  const disk = mountSmallDisk();
  let installation: Installation;
  let producers: Producer[] = [];
  after(async () => {
    if (disk === undefined) return;
    for (const producer of producers) producer.giveUp();
    await installation?.close();
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  it('acknowledges nothing that it cannot keep, and goes on by itself when there is space', {
    skip: disk === undefined ? 'no small disk may be mounted here' : false,
  }, async (context: TestContext) => {
    installation = await startInstallation(4, disk);
    producers = installation.devices.map(({ name }, place) => {
      const way = overHttp(installation.address, installation.key);
      const start_ms = Math.floor(Date.now() / 1000) * 1000 - 5 * 86_400_000;
      return new Producer({ device: name, place, start_ms, step_ms: 1000 }, way, randomness(place));
    });
    const acknowledged = () => producers.reduce((sum, one) => sum + one.acknowledged, 0);
    const retries = () => Math.min(...producers.map((one) => one.retries));
    const faults = () => producers.flatMap((one) => one.faults);
    const running = producers.map((producer) => producer.run());
    await until(() => acknowledged() > 200, 'readings are taken');

    const fillers: string[] = [];
    await until(() => {
      // PostgreSQL gives space back now and then: what became free is taken again.
      fillers.push(join(disk ?? '', `filler-${fillers.length}`));
      fill(fillers.at(-1) ?? '');
      return retries() >= 5 || faults().length > 0;
    }, 'every producer is refused');
    const whenFull = acknowledged();
    const ready = async () => {
      const answer = await fetch(`${installation.address}/health/ready`);
      return { status: answer.status, response: (await answer.json()) as { detail?: string } };
    };
    const full = await ready();
    assert.equal(full.status, 503);
    assert.match(full.response.detail ?? '', /its disk is full/);
    for (const filler of fillers) rmSync(filler);
    await until(() => acknowledged() > whenFull + 400 || faults().length > 0, 'readings are taken again');
    for (const producer of producers) producer.stop();
    await Promise.all(running);
    assert.deepEqual(faults(), []);

    const headers = await signInAt(installation);
    for (const [i, producer] of producers.entries()) {
      const response = await accountByCall(installation, headers, installation.devices[i]?.id ?? 0, producer);
      assert.deepEqual(response, { lost: 0, doubled: 0 });
    }
    context.diagnostic(`${whenFull} readings before, ${acknowledged()} after; none lost, none doubled`);
  });
});

describe('a server that has no space left', () => {
  let test: TestApp;
  before(async () => {
    test = await createTestApp();
  });
  after(() => test.close());

  it('is told as 503 with a time to try again, and the delivery is kept once there is', async () => {
    const scope = await makeCompany(test.pool, 'Full');
    await makeDevice(test.pool, scope, await makePlant(test.pool, scope, 'P'), 'INV', ['ac_power_kw']);
    const { headers } = await makeKey(test, scope);
    const deliver = () =>
      test.app.inject({
        method: 'POST',
        url: '/ingest/v1/readings/',
        headers,
        payload: { readings: [{ device: 'INV', ts: new Date().toISOString(), values: { ac_power_kw: 1 } }] },
      });
    const stored = async () =>
      (await test.arrange<{ n: number }>('select count(*)::int as n from obs'))[0]?.n;
    // What PostgreSQL says when a table cannot grow, raised below the writer.
    await test.arrange(
      `create function no_space() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    );
    await test.arrange(
      'create trigger full_disk before insert on obs for each row execute function no_space()',
    );
    const refused = await deliver();
    assert.equal(refused.statusCode, 503, refused.body);
    assert.ok(refused.headers['retry-after']);
    assert.match(refused.json().detail, /its disk is full/);
    assert.ok(!refused.body.includes('extend file'));
    const ready = await test.app.inject('/health/ready');
    assert.equal(ready.statusCode, 503);
    assert.match(ready.json().detail, /its disk is full/);
    assert.equal(await stored(), 0);
    await test.arrange('drop trigger full_disk on obs');
    assert.equal((await deliver()).statusCode, 200);
    assert.equal(await stored(), 1);
  });
});

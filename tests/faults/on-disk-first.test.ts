import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../support/program.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { overHttp } from './support/producer.ts';
import { findParts, listServerProcesses } from './support/victims.ts';

const portal = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));
const DELIVERIES = 25;

/** Whether system calls can be watched here. */
function canWatch(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

describe('a 2xx', { skip: existsSync(portal) ? false : 'the portal has not been built' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridiana-trace-'));
  let installation: Installation;
  let at = 0;

  before(async () => {
    installation = await startInstallation(1);
    // The first one makes the month, and what else happens once.
    await deliverOne();
  });
  after(async () => {
    await installation?.close();
    rmSync(folder, { recursive: true });
  });

  async function deliverOne(): Promise<void> {
    const way = overHttp(installation.address, installation.key);
    const [device] = installation.devices;
    const series = { device: device?.name ?? '', place: 0, start_ms: Date.now() - 3_600_000, step_ms: 1000 };
    at += 1;
    assert.equal(await way.deliver(series, [at]), 'acknowledged');
  }

  it('is sent by a program whose every session waits for the disk', async () => {
    await installation.withPool(async (pool) => {
      const { rows } = await pool.query(
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
           current_setting('full_page_writes') as full_page_writes, current_setting('wal_sync_method') as wal_sync_method,
           (select count(*)::int from pg_db_role_setting) as exceptions`,
      );
      assert.deepEqual(rows, [
        {
          fsync: 'on',
          synchronous_commit: 'on',
          full_page_writes: 'on',
          wal_sync_method: 'fdatasync',
          exceptions: 0,
        },
      ]);
    });
  });

  it('follows one synchronisation of the log or more by the session that commits, counted by PostgreSQL', async () => {
    const syncs = () =>
      installation.withPool(async (pool) => {
        const { rows } = await pool.query<{ n: number }>(
          `select sum(fsyncs)::int as n from pg_stat_io where object = 'wal' and backend_type = 'client backend'`,
        );
        return rows[0]?.n ?? 0;
      });
    const before = await syncs();
    for (let i = 0; i < DELIVERIES; i += 1) await deliverOne();
    // Sessions report their counts within a second or two, when they have something to do.
    let after = 0;
    await until(async () => {
      await deliverOne();
      after = await syncs();
      return after - before >= DELIVERIES;
    }, `${DELIVERIES} synchronisations for as many deliveries, one after another`);
  });

  it('leaves the program after fdatasync has come back, seen from below', {
    skip: canWatch() ? false : 'strace cannot be used here',
  }, async () => {
    const log = join(folder, 'calls');
    const watched = [...listServerProcesses(installation), ...findParts(installation).values()];
    const args = ['-f', '-s', '64', '-e', 'trace=fdatasync,fsync,pwrite64,sendto,write,writev', '-o', log];
    const strace = spawn('strace', [...args, ...watched.flatMap((pid) => ['-p', String(pid)])], {
      stdio: 'ignore',
    });
    await until(() => existsSync(log) && readFileSync(log, 'utf8').length > 0, 'strace watches');
    for (let i = 0; i < DELIVERIES; i += 1) await deliverOne();
    strace.kill('SIGINT');
    await once(strace, 'exit');
    const { answers, early } = judgeTrace(readFileSync(log, 'utf8'));
    assert.ok(answers >= DELIVERIES, `${answers} answers were seen`);
    assert.deepEqual(early, []);
  });
});

/** How far a delivery has come: it is committed, the log is on the disk, the session has told it. */
const STEPS = [/ write\(\d+, "Q\\0\\0\\0\\vcommit/, /fdatasync.*= 0$/, / sendto\(.*COMMIT/];

/**
 * Reads the calls in their order: between two answers to deliveries stand the program's word `commit`, after it an
 * fdatasync of the server that came back, and only then a session that told its COMMIT. Other sessions commit meanwhile;
 * a step that was taken is not taken back by theirs.
 */
function judgeTrace(text: string): { answers: number; early: string[] } {
  const early: string[] = [];
  let answers = 0;
  let step = 0;
  for (const line of text.split('\n')) {
    if (STEPS[step]?.test(line)) step += 1;
    else if (/ writev?\(.*HTTP\/1\.1 200/.test(line)) {
      answers += 1;
      if (step < STEPS.length) early.push(line);
      step = 0;
    }
  }
  return { answers, early };
}

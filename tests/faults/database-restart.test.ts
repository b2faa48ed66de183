import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../support/program.ts';
import { signInAt } from './support/accounts.ts';
import { VARIABLE } from './support/field.ts';
import { type Installation, startInstallation } from './support/installation.ts';
import { overHttp } from './support/producer.ts';
import { Reader } from './support/reader.ts';
import { REACHES_CABINETS, switchWhileKilled } from './support/switch-while-killed.ts';
import { findParts, findPostmaster, listServerProcesses } from './support/victims.ts';

const portal = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url));
const READERS = 50;
/** As long as a call may wait for a connection, and something for the answer. */
const MAX_MS = 60_000;
const NORMAL_AGAIN_MS = 30_000;

describe(`a database that ends or hangs under ${READERS} readers`, {
  skip: existsSync(portal) ? false : 'the portal has not been built',
}, () => {
  let installation: Installation;
  let headers: Record<string, string>;
  let paths: string[];

  before(async () => {
    installation = await startInstallation(2, undefined, REACHES_CABINETS);
    const [device] = installation.devices;
    const start_ms = Date.now() - 3_600_000;
    const series = { device: device?.name ?? '', place: 0, start_ms, step_ms: 1000 };
    const way = overHttp(installation.address, installation.key);
    const numbers = Array.from({ length: 3000 }, (_, i) => i);
    assert.equal(await way.deliver(series, numbers), 'acknowledged');
    headers = await signInAt(installation);
    const window = `start=${new Date(start_ms).toISOString()}&end=${new Date().toISOString()}`;
    paths = [
      '/api/v1/plants-card-list/',
      `/api/v1/last-results/${device?.id}/`,
      `/api/v1/chart-results-data/?devices=${device?.id}&variables=${VARIABLE}&${window}`,
      `/api/v1/results-data/?proj_code=FAULTS&${window}`,
      '/api/v1/dashboard-data/',
    ];
    for (const path of paths) {
      const answer = await fetch(`${installation.address}${path}`, { headers });
      assert.equal(answer.status, 200, `${path} ${await answer.text()}`);
    }
  });
  after(() => installation?.close());

  const postmaster = () => findPostmaster(installation) ?? 0;
  const processes = () => [installation.program().child.pid, ...findParts(installation).values()].sort();

  const startReaders = () => {
    const readers = Array.from(
      { length: READERS },
      (_, i) => new Reader(`${installation.address}${paths[i % paths.length]}`, headers),
    );
    return { readers, running: readers.map((reader) => reader.run()) };
  };

  /** What every answer was; nothing else than a 200 or a 503 is one. */
  function judge(readers: readonly Reader[]): { result: string; longest_ms: number } {
    const statuses = new Map<number, number>();
    for (const reader of readers)
      for (const [status, n] of reader.statuses) statuses.set(status, (statuses.get(status) ?? 0) + n);
    assert.deepEqual(
      readers.flatMap((reader) => reader.faults).slice(0, 5),
      [],
      installation.program().said(),
    );
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
      [],
    );
    const longest_ms = Math.max(...readers.map((reader) => reader.longest_ms));
    assert.ok(longest_ms < MAX_MS, `somebody waited ${longest_ms} ms`);
    return { result: [...statuses].map(([status, n]) => `${status}: ${n}`).join(', '), longest_ms };
  }

  it('hangs, is answered for with 503 meanwhile, and serves when it goes on', async (context: TestContext) => {
    const { readers, running } = startReaders();
    const before = processes();
    await until(() => readers.every((reader) => reader.answers >= 2), 'every reader has read');
    const stopped = listServerProcesses(installation);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      const refused = (reader: Reader) => (reader.statuses.get(503) ?? 0) > 0 || reader.faults.length > 0;
      await until(() => readers.every(refused), 'every reader is refused');
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    const back_ms = performance.now();
    await until(
      () => readers.every((reader) => reader.faults.length > 0 || reader.goodSince(back_ms) >= 5),
      'every reader reads again',
    );
    for (const reader of readers) reader.stop();
    await Promise.all(running);
    const { result, longest_ms } = judge(readers);
    context.diagnostic(`${result}; longest answer ${Math.round(longest_ms)} ms`);
    assert.deepEqual(processes(), before, 'a process ended');
  });

  for (const [how, signal] of [
    ['as an operator does it', 'SIGINT'],
    ['by a kill', 'SIGKILL'],
  ] as const) {
    it(`${how} ends no process, answers 503 alone meanwhile, and is over soon`, async (context: TestContext) => {
      const { readers, running } = startReaders();
      const before = processes();
      const all = (many: number) => () => readers.every((reader) => reader.answers >= many);
      await until(all(2), 'every reader has read');

      const old = postmaster();
      process.kill(old, signal);
      await until(() => postmaster() !== 0 && postmaster() !== old, 'another postmaster');
      await until(
        () =>
          installation
            .withPool((pool) => pool.query('select 1'))
            .then(
              () => true,
              () => false,
            ),
        'the database answers',
      );
      const back_ms = performance.now();
      const faults = () => readers.flatMap((reader) => reader.faults);
      await until(
        () => faults().length > 0 || readers.every((reader) => reader.goodSince(back_ms) >= 5),
        'every reader reads again',
      );
      for (const reader of readers) reader.stop();
      await Promise.all(running);

      const { result, longest_ms } = judge(readers);
      const lastBad_ms = Math.max(0, ...readers.map((reader) => reader.lastBad_ms - back_ms));
      context.diagnostic(
        `${result}; longest answer ${Math.round(longest_ms)} ms, last 503 ${Math.round(lastBad_ms)} ms after the database was back`,
      );
      assert.deepEqual(processes(), before, 'a process ended');
      assert.ok(lastBad_ms < NORMAL_AGAIN_MS, `refused ${lastBad_ms} ms after the database was back`);
    });
  }

  it('and lighting cabinets that were just switched: each command is recorded once, written once, and confirmed once it was read back', () =>
    switchWhileKilled(installation));
});

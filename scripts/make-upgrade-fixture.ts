/**
 * Makes tests/fixtures/<version of the program>: a backup, a stopped data folder and what the calls answer over them.
 * Run it once, with the released version checked out, before the next one is begun: later versions are held against it.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import packageJson from '../package.json' with { type: 'json' };
import { verifyBackup } from '../src/apps/server/backup/record-reader.ts';
import { restoreInto } from '../src/apps/server/backup/restore-into.ts';
import { restoreTables } from '../src/apps/server/backup/restore-tables.ts';
import { takeBackup } from '../src/apps/server/backup/take-backup.ts';
import { migrationFolder } from '../src/apps/server/postgres/migrate.ts';
import { recomputeDirty } from '../src/features/measurements/server/day-row-updater.ts';
import { ReadingWriter } from '../src/features/measurements/server/reading-writer.ts';
import { urlOf } from '../src/shared/contract/client.ts';
import { loadConfig } from '../src/shared/server/config.ts';
import { ask } from '../tests/contract/support/ask.ts';
import { calls, isStream } from '../tests/contract/support/calls.ts';
import { plantCanaries } from '../tests/contract/support/canaries.ts';
import { exampleOf } from '../tests/contract/support/examples.ts';
import { makeWorld, type World } from '../tests/contract/support/world.ts';
import { createTestApp, signIn, type TestApp } from '../tests/support/app.ts';
import { createTestDatabase, startTestPostgres, stopTestPostgres } from '../tests/support/postgres.ts';
import { askAgain, fixtureOf, type KnownAnswer, type KnownAnswers } from '../tests/support/upgrade.ts';
import { outlineText } from './api-outline-text.ts';
import { outlineNow } from './api-since.ts';

const SECRET = 'uZ4hK8pQ2vN7xT5mW9cR3yL6sB1dF0jG';
/** Calls that tell of the session that asks, or of what ends by itself. */
const OF_THE_MOMENT = new Set([
  'identity.listSessions',
  'identity.downloadData',
  'companies.listUsers',
  'fieldTools.answers',
  'mail.outbox',
  // What nobody works at any more is told as failed after a while.
  'measurements.progress',
]);
const DAYS = 45;
const folder = fixtureOf(packageJson.version);
/** A full second, so that what is written as text comes back the same. */
const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const clock = () => now;

/** Readings of a plant's device: power by day, a counter that is swapped once, a failed read now and then. */
async function writeReadings(
  test: TestApp,
  writer: ReadingWriter,
  world: World,
  device_id: number,
): Promise<void> {
  const from = now.getTime() - DAYS * 86_400_000;
  let energy = 1000;
  for (let day = 0; day < DAYS; day++) {
    const rows = Array.from({ length: 288 }, (_, i) => {
      const ts = Math.floor((from + day * 86_400_000) / 300_000) * 300_000 + i * 300_000;
      const power = Math.max(0, Math.sin(((i - 72) / 144) * Math.PI)) * (60 + (day % 7) * 5);
      energy = day === 30 && i === 100 ? 3 : energy + power / 12;
      const values = Float64Array.from([Math.round(power * 1000) / 1000, Math.round(energy * 100) / 100]);
      const failed = i % 97 === 50;
      return {
        device_id,
        ts,
        values: failed ? Float64Array.from([0, values[1] ?? 0]) : values,
        quality: failed ? Uint8Array.from([1, 0]) : null,
      };
    }).filter(({ ts }) => ts < now.getTime() && !(day === 20 && new Date(ts).getUTCHours() === 10));
    await writer.write(world.scope, rows);
  }
  await recomputeDirty(test.pool, world.scope);
}

/** Makes every call once and notes the questions among them that another version can be asked, too. */
async function makeEveryCall(test: TestApp, world: World): Promise<Pick<KnownAnswer, 'key' | 'url'>[]> {
  const asked: Pick<KnownAnswer, 'key' | 'url'>[] = [];
  for (const declared of calls) {
    const { call, key } = declared;
    if (isStream(call)) continue;
    const given = await exampleOf(declared, world);
    const answer = await ask(test, call, given, { ...world.headers, ...(given.headers ?? {}) });
    if (answer.status >= 400) console.log(`${key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    if (call.method === 'GET' && given.headers === undefined && !OF_THE_MOMENT.has(key))
      asked.push({ key, url: urlOf(call, given) });
  }
  const { proj_code, device_id } = world.plant;
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  // A fine resolution over days around the counter's swap, a coarse one over all.
  const more = ['15m', 'hour', 'day', 'month', 'year'].flatMap((resolution) => {
    const [from, to] = resolution === '15m' ? [15.5, 14.5] : resolution === 'hour' ? [26, 23] : [DAYS - 5, 3];
    const query = `start=${daysAgo(from)}&end=${daysAgo(to)}&resolution=${resolution}`;
    return [
      ...(resolution === '15m' ? ['mean', 'energy'] : ['mean', 'sum', 'min', 'max', 'last', 'energy']).map(
        (aggregate) => ({
          key: 'measurements.aggregateResultsData',
          url: `/api/v1/aggregate-results-data/?proj_code=${proj_code}&variables=ac_power_kw,energy_total_kwh&aggregate=${aggregate}&${query}`,
        }),
      ),
      {
        key: 'measurements.chartResultsData',
        url: `/api/v1/chart-results-data/?master_id=${device_id}&${query}`,
      },
      { key: 'measurements.resultsData', url: `/api/v1/results-data/?master_id=${device_id}&${query}` },
    ];
  });
  return [...asked, ...more];
}

const headed = async (path: string) => ({ path, header: (await verifyBackup(path)).header });

/** Asks everything of a restored copy: what it answers is what later versions are held against. */
async function recordAnswers(
  path: string,
  world: World,
  questions: readonly Pick<KnownAnswer, 'key' | 'url'>[],
): Promise<KnownAnswer[]> {
  const copy = await createTestDatabase();
  const order = { ...(await headed(path)), owner: copy.superuser, migrations: migrationFolder };
  await restoreTables({ ...order, forgetSealed: false });
  const test = await createTestApp({ now: clock, secretKey: SECRET, database: copy, checkAnswers: false });
  const headers = await signIn(test, world.owner, world.scope, now);
  const answers: KnownAnswer[] = [];
  for (const { key, url } of questions) {
    const first = await askAgain(test, url, headers);
    const second = await askAgain(test, url, headers);
    if (first.status >= 400) console.log(`${key} is left out: ${first.status} ${first.text}`);
    else if (first.text !== second.text) console.log(`${key} is left out: it changes by itself`);
    else answers.push({ key, url, by_key: false, ...first });
  }
  for (const url of ['/api/v1/plants/', '/api/v1/device/'])
    answers.push({ key: 'by a key', url, by_key: true, ...(await askAgain(test, url, keyHeaders(world))) });
  await test.close();
  return answers;
}

const keyHeaders = ({ key, scope }: World) => ({ ...key, 'id-client': String(scope.company_id) });

/** Restores the backup into a data folder of its own, stops it and packs it. */
async function packDataFolder(path: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'meridiana-fixture-'));
  chmodSync(home, 0o755);
  const settings = loadConfig({ DATA_DIR: join(home, 'data'), SECRET_KEY: SECRET }, { demo: false });
  await restoreInto(settings, { ...(await headed(path)), keyIsLost: false });
  const what = ['--format=ustar', '-C', home, '-cf', '-', 'data/postgres', 'data/secrets'];
  const tar = spawnSync('tar', what, { maxBuffer: 2 ** 30 });
  if (tar.status !== 0) throw new Error(String(tar.stderr));
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  };
  writeFileSync(join(folder, 'data-folder.tar.zst'), zstdCompressSync(tar.stdout, { params }));
  rmSync(home, { recursive: true });
}

async function makeFixture(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const test = await createTestApp({ now: clock, secretKey: SECRET });
  const writer = new ReadingWriter(test.pool, { announce: async () => undefined });
  const [world, other] = [await makeWorld(test), await makeWorld(test)];
  for (const each of [world, other]) {
    await plantCanaries(each);
    for (const { device_id } of [each.plant, each.otherPlant])
      await writeReadings(test, writer, each, device_id);
  }
  const questions = await makeEveryCall(test, world);
  await recomputeDirty(test.pool, world.scope);
  await writer.close();
  const { server } = await startTestPostgres();
  const path = join(folder, 'small.backup');
  await takeBackup({ owner: server.superuser(test.database.database), path, secretKey: SECRET, now });
  const known: KnownAnswers = {
    now: now.toISOString(),
    secret_key: SECRET,
    company_id: world.scope.company_id,
    owner: world.owner,
    key: keyHeaders(world),
    answers: await recordAnswers(path, world, questions),
  };
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(known, null, 1)}\n`);
  writeFileSync(join(folder, 'openapi.tsv.zst'), zstdCompressSync(outlineText(outlineNow())));
  await test.close();
  await stopTestPostgres();
  await packDataFolder(path);
}

await makeFixture();
process.exit(0);

import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, lchownSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { constants, zstdDecompressSync } from 'node:zlib';
import { findTenancyFaults } from '../../../tests/contract/tenancy-rules.ts';
import { createTestApp, signIn, type TestApp } from '../../../tests/support/app.ts';
import { makeMemoryFolder } from '../../../tests/support/memory-folder.ts';
import { onOneMachine } from '../../../tests/support/one-machine.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { untar } from '../../../tests/support/tar.ts';
import {
  askAgain,
  findLoss,
  fixtureOf,
  type KnownAnswer,
  readKnownAnswers,
} from '../../../tests/support/upgrade.ts';
import { OldLayoutMover } from '../../features/measurements/server/old-layout-mover.ts';
import { checkStore } from '../../features/measurements/server/store-check.ts';
import { listAllCompanies } from '../../shared/server/callers.ts';
import { loadConfig } from '../../shared/server/config.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import { verifyBackup } from './backup/record-reader.ts';
import { restoreTables } from './backup/restore-tables.ts';
import { databaseName, type Installation, openInstallation } from './installation.ts';
import { withClient } from './postgres/connect.ts';
import { distribute } from './postgres/distribute.ts';
import { migrationFolder } from './postgres/migrate.ts';

/** Answers that are meant to differ from those of the version that made the fixture, by call, with the reason. */
const CHANGED: Readonly<Record<string, string>> = {
  'companies.exportAudit':
    'texts that a spreadsheet would work out behind any separator are guarded since 0.7.0',
  'alarmRules.rules': 'alarms have gained thresholds: their lists are longer since 0.7.0',
};

for (const version of readdirSync(fixtureOf('.'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)) {
  describe(`an installation of version ${version}`, () => {
    const known = readKnownAnswers(version);
    const home = makeMemoryFolder('meridiana-upgrade-');
    chmodSync(home, 0o755);
    let installation: Installation | undefined;
    after(async () => {
      await installation?.close();
      rmSync(home, { recursive: true });
    });

    /** Asks again what that version was asked, and names what its answers have lost. */
    async function holdsAgainst(test: TestApp): Promise<void> {
      const now = new Date(known.now);
      const headers = await signIn(test, known.owner, { company_id: known.company_id }, now);
      const losses: string[] = [];
      for (const then of known.answers) {
        if (then.key in CHANGED) continue;
        const answer = await askAgain(test, then.url, then.by_key ? known.key : headers);
        const loss = lossOf(then, answer);
        if (loss !== undefined) losses.push(`${then.key} ${then.url}: ${loss}`);
      }
      assert.deepEqual(losses, []);
    }

    async function holdsItsReadings(test: TestApp): Promise<void> {
      const faults: string[] = [];
      let readings = 0;
      for (const company_id of await listAllCompanies(test.pool))
        readings += (await checkStore(test.pool, scopeOfWork(company_id), (fault) => faults.push(fault)))
          .readings;
      assert.deepEqual(faults, []);
      assert.ok(readings > 40_000, `${readings} readings`);
    }

    const over = (database: TestDatabase): Promise<TestApp> =>
      createTestApp({ database, secretKey: known.secret_key, now: () => new Date(known.now) });

    describe('restored from its backup', () => {
      let test: TestApp;
      let superuser: TestDatabase['superuser'];
      before(async () => {
        const target = await createEmptyDatabase();
        superuser = target.superuser;
        const path = join(fixtureOf(version), 'small.backup');
        const { header } = await verifyBackup(path);
        await restoreTables({
          owner: superuser,
          path,
          header,
          migrations: migrationFolder,
          forgetSealed: false,
        });
        if (process.env.CITUS_URL)
          await withClient(superuser, (client) => distribute(client, () => undefined));
        test = await over(target);
      });
      after(() => test?.close());

      it('keeps every reading, and figures that agree with them', () => holdsItsReadings(test));
      it('keeps every reading while they are moved to the present layout', async () => {
        const log = { warn: (fields: object) => assert.fail(JSON.stringify(fields)) };
        const mover = new OldLayoutMover({ pool: test.pool, log, clock: () => Date.parse(known.now) });
        let moved = 0;
        for (let some = await mover.turn(); some > 0; some = await mover.turn()) moved += some;
        assert.ok(moved > 5, `${moved} months`);
        await holdsItsReadings(test);
      });
      it('answers what it answered', () => holdsAgainst(test));
      it('stands behind the same walls', onOneMachine('Citus adds a catalogue of its own'), async () => {
        assert.deepEqual(await withClient(superuser, findTenancyFaults), []);
      });
      it('lets its people in with their passwords', async () => {
        const { email, password } = known.owner;
        const answer = await test.app.inject({
          method: 'POST',
          url: '/user/v1/login/',
          payload: { email, password },
        });
        assert.equal(answer.statusCode, 200, answer.body);
      });
    });

    describe('in its stopped data folder', () => {
      let test: TestApp;
      before(async () => {
        unpackDataFolder(version, home);
        const settings = loadConfig(
          { DATA_DIR: join(home, 'data'), SECRET_KEY: known.secret_key },
          { demo: false },
        );
        installation = await openInstallation(settings);
        const { database, postgres } = installation;
        if (postgres === undefined) throw new Error('the embedded server is not there');
        test = await over({
          database,
          superuser: postgres.superuser(databaseName),
          drop: async () => undefined,
        });
      });
      after(() => test?.close());

      it('answers what it answered', () => holdsAgainst(test));
      it('keeps every reading, and figures that agree with them', () => holdsItsReadings(test));
    });
  });
}

/** Members that are meant to differ, with the reason. */
const CHANGED_MEMBERS: Readonly<Record<string, string>> = {
  snoozed_until: 'a snooze marks only alarms that were open during it, since 0.7.0',
  expired: "an invitation ends by the database's own clock, which is not that of the fixture",
};
/** Standard names of variables that came later: lists hold them as well, and groups count them. */
const LATER_NAMES = /^battery_(power_kw|soc_pct|charge_kwh|discharge_kwh|capacity_kwh)$/;
const isLater = (row: unknown): boolean =>
  LATER_NAMES.test(String(typeof row === 'object' && row !== null && 'name' in row ? row.name : row));
function unchanged(text: string): unknown {
  return JSON.parse(text, (name, value) => {
    if (name in CHANGED_MEMBERS || (name === 'names' && typeof value === 'number')) return undefined;
    return Array.isArray(value) ? value.filter((row) => !isLater(row)) : value;
  });
}

function lossOf(
  then: KnownAnswer,
  answer: Pick<KnownAnswer, 'status' | 'content_type' | 'text'>,
): string | undefined {
  if (answer.status !== then.status || answer.content_type !== then.content_type)
    return `${then.status} ${then.content_type} became ${answer.status} ${answer.content_type}`;
  if (!then.content_type.endsWith('json')) return findLoss(then.text, answer.text);
  return findLoss(unchanged(then.text), unchanged(answer.text));
}

/** Lays the data folder out as that version left it: its cluster belongs to the user it ran as where root started it. */
function unpackDataFolder(version: string, home: string): void {
  const packed = readFileSync(join(fixtureOf(version), 'data-folder.tar.zst'));
  untar(zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: 27 } }), home);
  const cluster = join(home, 'data', 'postgres');
  chmodSync(cluster, 0o700);
  if (process.getuid?.() !== 0) return;
  const nobody = 65534;
  chownSync(cluster, nobody, nobody);
  for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(cluster, entry), nobody, nobody);
  if (!existsSync(join(cluster, 'PG_VERSION'))) throw new Error('the folder holds no cluster');
}

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeMemoryFolder } from '../../../../tests/support/memory-folder.ts';
import { findNativePackage, prepareBinaries } from './binaries.ts';
import { makeSocketFolder } from './cluster.ts';
import { withClient } from './connect.ts';
import { EmbeddedPostgres } from './embedded.ts';
import { type ClusterPlace, identityForNewCluster, makeFolder, placeCluster, placeIn } from './place.ts';

const asRoot = process.getuid?.() === 0;

describe('the embedded PostgreSQL', () => {
  const home = makeMemoryFolder('meridiana-embedded-');
  const open = () => new EmbeddedPostgres({ place, password: 'superuser password' });
  let place: ClusterPlace;
  let server: EmbeddedPostgres;

  before(async () => {
    makeFolder(home, 0o700, identityForNewCluster());
    place = placeIn(home, identityForNewCluster());
    server = open();
    await server.start();
    await withClient(server.superuser(), async (client) => {
      await client.query('create table kept (word text)');
      await client.query("insert into kept values ('first')");
    });
  });

  after(async () => {
    await server.stop();
    rmSync(home, { recursive: true });
    assert.ok(!existsSync(server.socketFolder));
  });

  async function words(): Promise<string[]> {
    const { rows } = await withClient(server.superuser(), (client) =>
      client.query<{ word: string }>('select word from kept order by word'),
    );
    return rows.map((row) => row.word);
  }

  it('listens on a socket only, in a folder of its own, and asks for the password', async () => {
    const { rows } = await withClient(server.superuser(), (client) =>
      client.query(
        `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
                current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding`,
      ),
    );
    assert.deepEqual(rows[0], { addresses: '', fsync: 'on', checksums: 'on', encoding: 'UTF8' });
    assert.equal(statSync(server.socketFolder).mode & 0o777, 0o700);
    assert.ok(Buffer.byteLength(join(server.socketFolder, '.s.PGSQL.5432')) <= 107);
    await assert.rejects(
      withClient({ ...server.superuser(), password: 'a guess' }, (client) => client.query('select 1')),
      { code: '28P01' },
    );
  });

  it('finds its data at a second start', async () => {
    await server.stop();
    assert.equal(server.findRunning(), undefined);
    server = open();
    await server.start();
    assert.deepEqual(await words(), ['first']);
  });

  it('is taken up again when the program was killed and the server lives on', async () => {
    const pid = server.findRunning()?.pid;
    server = open();
    await server.start();
    assert.equal(server.findRunning()?.pid, pid);
    assert.deepEqual(await words(), ['first']);
  });

  it('comes back after a kill -9 with all that was acknowledged', async () => {
    await withClient(server.superuser(), (client) => client.query("insert into kept values ('second')"));
    const pid = server.findRunning()?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    server = open();
    await server.start();
    assert.notEqual(server.findRunning()?.pid, pid);
    assert.deepEqual(await words(), ['first', 'second']);
  });

  it('is not kept down by a pid file whose number somebody else has got since', async () => {
    process.kill(server.findRunning()?.pid ?? 0, 'SIGKILL');
    const file = join(place.cluster, 'postmaster.pid');
    const stranger = readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid));
    writeFileSync(file, stranger);
    writeFileSync(join(server.socketFolder, '.s.PGSQL.5432.lock'), stranger);
    server = open();
    await server.start();
    assert.deepEqual(await words(), ['first', 'second']);
  });

  it('says in a sentence why it does not start', async () => {
    await server.stop();
    const local = join(place.cluster, 'postgresql.local.conf');
    writeFileSync(local, "shared_buffers = 'many'\n");
    chmodSync(local, 0o644);
    await assert.rejects(open().start(), {
      name: 'StartFault',
      message: /^PostgreSQL did not start on .*postgresql\.local\.conf" contains errors \(see /,
    });
    rmSync(local);
    await server.start();
  });

  it('refuses the data of another major version', async () => {
    await server.stop();
    const file = join(place.cluster, 'PG_VERSION');
    const version = readFileSync(file, 'utf8');
    writeFileSync(file, '9\n');
    await assert.rejects(open().start(), {
      name: 'StartFault',
      message: /made by PostgreSQL 9, and this version of the program brings 18/,
    });
    writeFileSync(file, version);
    await server.start();
  });

  it('passes over a socket folder that somebody has planted', () => {
    const elsewhere = { ...place, cluster: join(home, 'another') };
    const first = makeSocketFolder(elsewhere);
    chmodSync(first, 0o777);
    const second = makeSocketFolder(elsewhere);
    assert.notEqual(second, first);
    rmSync(second, { recursive: true });
    rmSync(first, { recursive: true });
    symlinkSync(home, first);
    const third = makeSocketFolder(elsewhere);
    assert.notEqual(third, first);
    rmSync(third, { recursive: true });
    rmSync(first);
  });

  it('keeps nothing unfinished and no password beside the cluster', () => {
    assert.deepEqual(
      readdirSync(home).filter((name) => name.startsWith('postgres')),
      ['postgres'],
    );
  });
});

describe('the library links', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-links-')));
  after(() => rmSync(home, { recursive: true }));
  const libraries = join(home, 'native', 'lib');
  const links = ['libicudata.so.60', 'libicui18n.so.60', 'libicuuc.so.60', 'libpq.so.5'];

  it('are made beside the libraries', () => {
    mkdirSync(libraries, { recursive: true });
    for (const file of ['libpq.so.5.18', 'libicuuc.so.60.2', 'libicudata.so.60.2', 'libicui18n.so.60.2']) {
      writeFileSync(join(libraries, file), '');
    }
    const { libraryPath } = prepareBinaries(join(home, 'native'), join(home, 'links'));
    assert.equal(libraryPath, libraries);
    assert.ok(links.every((link) => existsSync(join(libraries, link))));
    assert.equal(prepareBinaries(join(home, 'native'), join(home, 'links')).libraryPath, libraries);
    assert.ok(!existsSync(join(home, 'links')));
  });

  it('are made elsewhere when that folder is read-only', {
    skip: asRoot ? 'root may write anywhere' : false,
  }, () => {
    for (const link of links) rmSync(join(libraries, link));
    chmodSync(libraries, 0o555);
    const { libraryPath } = prepareBinaries(join(home, 'native'), join(home, 'links'));
    chmodSync(libraries, 0o755);
    assert.equal(libraryPath, `${join(home, 'links')}:${libraries}`);
    assert.deepEqual(readdirSync(join(home, 'links')).sort(), links);
  });

  it('of the package in use lead to its own libraries', () => {
    const { libraryPath } = prepareBinaries(findNativePackage().folder, join(home, 'unused'));
    const folder = libraryPath.split(':')[0] ?? '';
    for (const link of links) assert.ok(existsSync(join(folder, link)), link);
  });
});

describe('the place of the cluster', () => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'meridiana-place-')));
  after(() => rmSync(home, { recursive: true }));

  it('is the data folder where PostgreSQL can reach it', () => {
    chmodSync(home, 0o755);
    const dataDir = join(home, 'near');
    mkdirSync(dataDir);
    assert.equal(placeCluster(dataDir).cluster, join(dataDir, 'postgres'));
  });

  it('is far away where it cannot, and forgotten unless it is kept', {
    skip: asRoot ? false : 'only root runs PostgreSQL as someone else',
  }, () => {
    const dataDir = join(home, 'closed', 'data');
    mkdirSync(dataDir, { recursive: true });
    chmodSync(join(home, 'closed'), 0o700);
    const first = placeCluster(dataDir);
    const second = placeCluster(dataDir);
    const farHomes = [first, second].map((place) => place.cluster.replace(/\/postgres$/, ''));
    try {
      assert.match(first.cluster, /^\/var\/lib\/meridiana\/[0-9a-f]{16}\/postgres$/);
      assert.notEqual(second.cluster, first.cluster);
      assert.deepEqual(
        [statSync(farHomes[0] ?? '').mode & 0o777, statSync(farHomes[0] ?? '').uid],
        [0o700, identityForNewCluster()?.uid],
      );
      makeFolder(second.cluster, 0o700, identityForNewCluster());
      second.keep();
      assert.equal(placeCluster(dataDir).cluster, second.cluster);
      rmSync(second.cluster, { recursive: true });
      assert.throws(() => placeCluster(dataDir), {
        name: 'StartFault',
        message: /postgres\.location says .* not there/,
      });
    } finally {
      for (const folder of farHomes) rmSync(folder, { recursive: true });
    }
  });
});

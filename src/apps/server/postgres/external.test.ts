import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type DebianPostgres,
  findDebianPostgres,
  startDebianPostgres,
} from '../../../../tests/support/debian-postgres.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { StartFault } from '../../../shared/server/start-fault.ts';
import { withClient } from './connect.ts';
import { type ExternalUrls, installExternal } from './external.ts';

const options = { appPassword: 'app password', queues: ['reports'] };
const bin = findDebianPostgres();

async function faultOf(urls: ExternalUrls): Promise<StartFault> {
  try {
    await installExternal(urls, options);
  } catch (error) {
    if (error instanceof StartFault) return error;
    throw error;
  }
  return assert.fail('it was installed');
}

describe('a PostgreSQL of somebody else’s', {
  skip: bin === undefined ? 'no Debian PostgreSQL here' : false,
}, () => {
  let server: DebianPostgres;
  const database = 'portal';

  before(() => {
    server = startDebianPostgres(bin ?? '');
  });
  after(() => server.stop());

  const sql = (statements: string, target: DatabaseTarget = server.superuser) =>
    withClient(target, async (client) => client.query(statements));

  beforeEach(async () => {
    await sql(`drop database if exists ${database} with (force)`);
    for (const role of ['meridiana_app', 'meridiana_owner', 'plain', 'maker', 'sly'])
      await sql(`drop role if exists ${role}`);
    await sql(`create role plain login password 'plain'`);
    await sql(`create database ${database}`);
  });

  const inDatabase = () => ({ ...server.superuser, database });
  const asSuperuser = () => server.url('postgres', server.superuser.password, database);
  const one = (databaseUrl: string): ExternalUrls => ({ databaseUrl, databaseOwnerUrl: undefined });

  it('gets both roles from a URL that may create roles, and serves as the program’s', async () => {
    const target = await installExternal(one(asSuperuser()), options);
    assert.equal(target.user, 'meridiana_app');
    const { rows } = await withClient(target, (client) =>
      client.query(
        `select current_user as login, (select count(*) from schema_migration) > 0 as migrated,
                (select array_agg(name) from pgboss.queue where name = 'reports') as queues`,
      ),
    );
    assert.deepEqual(rows, [{ login: 'meridiana_app', migrated: true, queues: ['reports'] }]);
    assert.deepEqual(await installExternal(one(asSuperuser()), options), target);
  });

  it('is installed once by several instances that start at the same time', async () => {
    const target = await installExternal(one(asSuperuser()), options);
    const starts = Array.from({ length: 6 }, () => installExternal(one(asSuperuser()), options));
    assert.deepEqual(await Promise.all(starts), Array(6).fill(target));
  });

  it('is content with a login that may create roles and owns the database', async () => {
    await sql(
      `create role maker login createrole password 'maker'; alter database ${database} owner to maker`,
    );
    const target = await installExternal(one(server.url('maker', 'maker', database)), options);
    assert.equal(target.user, 'meridiana_app');
  });

  it('gives a new password to the program’s role when the secret has changed', async () => {
    await installExternal(one(asSuperuser()), options);
    const changed = { ...options, appPassword: 'another app password' };
    const target = await installExternal(one(asSuperuser()), changed);
    assert.equal((await sql('select 1', target)).rowCount, 1);
  });

  it('prints the statements to run for a login that may not, and they are enough', async () => {
    const fault = await faultOf(one(server.url('plain', 'plain', database)));
    assert.match(fault.message, /plain may not create the roles/);
    const statements = (fault.details ?? '').replace('<a password of your own>', 'chosen');
    await sql(statements.replaceAll(/^--.*$/gm, ''), inDatabase());
    const urls = {
      databaseUrl: server.url('meridiana_app', 'chosen', database),
      databaseOwnerUrl: server.url('plain', 'plain', database),
    };
    assert.match(
      (await faultOf(one(urls.databaseUrl))).message,
      /lacks \d+ of the program's migrations.*DATABASE_OWNER_URL/,
    );
    assert.equal((await installExternal(urls, options)).password, 'chosen');
    assert.equal((await installExternal(one(urls.databaseUrl), options)).user, 'meridiana_app');
    assert.match(
      (await faultOf(one(urls.databaseOwnerUrl))).message,
      /does not serve as plain, which is a member of meridiana_owner/,
    );
  });

  it('is not served as a role that row-level security does not bind', async () => {
    await installExternal(one(asSuperuser()), options);
    const urls = (user: string) => ({
      databaseUrl: server.url(user, user, database),
      databaseOwnerUrl: asSuperuser(),
    });
    assert.match((await faultOf(urls('plain'))).message, /plain, which is not a member of meridiana_app/);
    await sql(`create role sly login bypassrls password 'sly'; grant meridiana_app to sly`);
    assert.match((await faultOf(urls('sly'))).message, /sly, which bypasses row-level security/);
    const both = { databaseUrl: asSuperuser(), databaseOwnerUrl: asSuperuser() };
    assert.match((await faultOf(both)).message, /postgres, which is a superuser/);
    await sql(
      'grant meridiana_app to plain; create table of_plain (); alter table of_plain owner to plain',
      inDatabase(),
    );
    assert.match((await faultOf(urls('plain'))).message, /plain, which owns the database or something in it/);
  });

  it('is not served where a commit may be lost', async () => {
    await sql(`alter database ${database} set synchronous_commit = off`);
    assert.match((await faultOf(one(asSuperuser()))).message, /synchronous_commit off/);
  });

  it('is refused in another encoding', async () => {
    await sql(`drop database ${database}`);
    await sql(`create database ${database} encoding 'LATIN1' locale 'C' template template0`);
    assert.match((await faultOf(one(asSuperuser()))).message, /encoded in LATIN1, and UTF8 is needed/);
  });

  it('is asked for with a wrong password, or for a database that it has not', async () => {
    assert.match(
      (await faultOf(one(server.url('plain', 'wrong', database)))).message,
      /^DATABASE_URL: .* refuses the user plain/,
    );
    assert.match(
      (await faultOf(one(server.url('plain', 'plain', 'attic')))).message,
      /no database called attic/,
    );
  });
});

describe('a DATABASE_URL that leads nowhere', () => {
  const to = (host: string) => ({
    databaseUrl: `postgres://u:p4ssw0rd@${host}/d`,
    databaseOwnerUrl: undefined,
  });

  it('is named in a sentence that holds no password', async () => {
    const nothing = await faultOf(to('127.0.0.1:1'));
    assert.match(
      nothing.message,
      /^DATABASE_URL: nothing listens at 127\.0\.0\.1:1 \(connection refused\)\.$/,
    );
    assert.match((await faultOf(to('nowhere.invalid'))).message, /no machine is called nowhere\.invalid/);
    assert.match((await faultOf(to('%2Fnowhere'))).message, /there is no socket at \/nowhere/);
    const unreadable = await faultOf(to('h:port'));
    assert.match(unreadable.message, /cannot be read as a PostgreSQL URL/);
    assert.ok(!`${nothing.message}${unreadable.message}`.includes('p4ssw0rd'));
  });

  it('is told apart when something else answers there', async () => {
    for (const answer of ['HTTP/1.1 400 Bad Request\r\n\r\n', '']) {
      const stranger = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(answer));
      });
      stranger.listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const { port } = stranger.address() as AddressInfo;
      const fault = await faultOf(to(`127.0.0.1:${port}`));
      stranger.close();
      assert.match(fault.message, /what answers at .* is not PostgreSQL/);
    }
  });
});

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { until } from '../../../tests/support/program.ts';
import { SILENT } from './database-faults.ts';
import { createPool, inTransaction } from './db.ts';
import { handleErrors } from './http/problems.ts';

/** Stands between the program and its database; frozen, it accepts everything and passes on nothing. */
class Way {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  frozen = false;

  constructor(path: string) {
    this.#server = createServer((near) => {
      this.#sockets.add(near);
      near.on('error', () => undefined);
      if (this.frozen) return;
      const far = connect(path).on('error', () => undefined);
      near.on('data', (bytes) => this.frozen || far.write(bytes));
      far.on('data', (bytes) => this.frozen || near.write(bytes));
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
  }

  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  /** Ends what was connected, also what it never passed on. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe('a database that accepts and never answers', () => {
  let base: TestDatabase;
  let way: Way;
  let pool: ReturnType<typeof createPool>;
  before(async () => {
    base = await createTestDatabase();
    const { host, port } = base.database;
    way = new Way(`${host}/.s.PGSQL.${port}`);
    pool = createPool(
      { ...base.database, host: '127.0.0.1', port: await way.open() },
      { max: 2, name: 'test', pulse: { after_ms: 400, patience_ms: 1_500 } },
    );
  });
  after(async () => {
    way?.close();
    await pool?.end();
    await base?.drop();
  });

  it('lets whoever waited for a connection go on in their own context', async () => {
    const who = new AsyncLocalStorage<string>();
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const heard = new Promise((resolve) => {
      who.run('waiting', () =>
        pool.connect((_error, client) => {
          client?.release();
          resolve(who.getStore());
        }),
      );
    });
    who.run('giving back', () => {
      for (const client of held) client.release();
    });
    assert.equal(await heard, 'waiting');
  });

  it('is answered for as 503, in and out of transactions, and used again when it answers', async () => {
    const app = Fastify();
    handleErrors(app);
    app.get('/one', () => pool.query('select 1'));
    app.get('/all', () => inTransaction(pool, (client) => client.query('select 1')));
    const ask = (url: string) => app.inject(url);
    assert.deepEqual(
      (await Promise.all([ask('/one'), ask('/all')])).map(({ statusCode }) => statusCode),
      [200, 200],
    );
    way.frozen = true;
    for (const answer of await Promise.all([ask('/one'), ask('/all')])) {
      assert.equal(answer.statusCode, 503, answer.body);
      assert.equal(answer.headers['retry-after'], '5');
    }
    assert.equal(pool.totalCount, 0, 'nothing new is begun');
    assert.equal((await ask('/one')).statusCode, 503);
    way.frozen = false;
    await until(async () => (await ask('/one')).statusCode === 200, 'it is heard again');
    assert.equal((await ask('/all')).statusCode, 200);
    await app.close();
  });

  it('is known for one by who waits for a connection, too', async () => {
    const fresh = createPool(pool.options as unknown as typeof base.database, {
      max: 1,
      name: 'test',
      pulse: { after_ms: 400, patience_ms: 500 },
    });
    way.frozen = true;
    try {
      const asked = [fresh.query('select 1'), fresh.connect(), inTransaction(fresh, async () => undefined)];
      for (const { status, ...given } of await Promise.allSettled(asked)) {
        assert.equal(status, 'rejected');
        assert.equal((given as { reason: { code?: string } }).reason.code, SILENT, 'and not by its time-out');
      }
    } finally {
      way.frozen = false;
      way.cut();
      await fresh.end();
    }
  });

  it('is not taken for one that works at something for long', async () => {
    const patient = createPool(base.database, {
      max: 1,
      name: 'test',
      pulse: { after_ms: 100, patience_ms: 30_000 },
    });
    try {
      const { rowCount } = await inTransaction(patient, (client) => client.query('select pg_sleep(1)'));
      assert.equal(rowCount, 1);
    } finally {
      await patient.end();
    }
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { BodyBudget } from '../../../shared/server/http/body-budget.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { IngestService } from './ingest.service.ts';
import { ReadingWriter } from './reading-writer.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const NOW = new Date('2026-06-01T10:00:00Z');
const MB = 1_000_000;
const ROWS = 2500;
const BODIES = 12;

/** Bytes that typed arrays and buffers hold, once what nobody holds is gone. */
function heldBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** The pool, telling of each statement the bytes of its buffers while it is under way. */
function watched(pool: pg.Pool, result: (bytes: number) => void): pg.Pool {
  const watch = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target);
        return async (asked: string | pg.QueryConfig) => {
          const values = typeof asked === 'string' ? [] : (asked.values ?? []);
          const bytes = values.reduce((sum, one) => sum + (Buffer.isBuffer(one) ? one.length : 0), 0);
          result(bytes);
          try {
            return await target.query(asked);
          } finally {
            result(-bytes);
          }
        };
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      if (name === 'connect') return async () => watch(await target.connect());
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('memory for readings of a device with 500 slots', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let device_id: number;
  const readings = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      device: 'WIDE',
      ts: NOW.getTime() - i * 1000,
      values: { ac_power_kw: i },
    }));

  before(async () => {
    base = await openTestPool();
    scope = await makeCompany(base.pool, 'Wide');
    device_id = await makeDevice(base.pool, scope, await makePlant(base.pool, scope, 'P1'), 'WIDE', [
      'ac_power_kw',
    ]);
    await inScope(base.pool, scope, (tx) =>
      tx.query('update variable set slot = 499 where device_id = $1', [device_id]),
    );
  });
  after(() => base?.close());

  it('stays within the share of its company, however small the bodies were', async () => {
    const budget = new BodyBudget({ total: 48 * MB, share: 32 * MB });
    const stuck = Promise.withResolvers<void>();
    const settled = Promise.withResolvers<void>();
    let left = BODIES;
    const settle = () => {
      left--;
      if (left === 0) settled.resolve();
    };
    const writer = {
      write: async () => {
        settle();
        await stuck.promise;
        return { rows: 0, readings: 0 };
      },
    } as unknown as ReadingWriter;
    const ingest = new IngestService({ pool: base.pool, writer, now: () => NOW });
    const before = heldBytes();
    const statuses: unknown[] = [];
    const bodies = Array.from({ length: BODIES }, async () => {
      const hold = budget.hold(scope.company_id);
      try {
        await ingest.take(scope, readings(ROWS), { hold });
        statuses.push(200);
      } catch (error) {
        statuses.push((error as { status?: number }).status);
        settle();
      } finally {
        hold.end();
      }
    });
    // Until each body is either refused or being written.
    await settled.promise;
    const grown = heldBytes() - before;
    const refused = [...statuses];
    stuck.resolve();
    await Promise.all(bodies);
    assert.ok(refused.length > 0 && refused.every((status) => status === 429), `${refused}`);
    assert.equal(statuses.length - refused.length, 3);
    assert.ok(grown < 45 * MB, `typed arrays grew by ${Math.round(grown / MB)} MB`);
    assert.equal(budget.held, 0);
  });

  it('refuses before it writes what could never fit, and gives back what a part of a body took', async () => {
    const written: number[] = [];
    const writer = {
      write: async (_: Scope, rows: readonly unknown[]) => written.push(rows.length),
    } as unknown as ReadingWriter;
    const ingest = new IngestService({ pool: base.pool, writer, now: () => NOW });
    const hold = new BodyBudget({ total: 48 * MB, share: 32 * MB }).hold(scope.company_id);
    await assert.rejects(ingest.take(scope, readings(20_000), { hold }), { status: 413 });
    assert.deepEqual(written, []);
    hold.release(48 * MB);
    const part = readings(2000).map((reading, row) => ({ row, reading }));
    for (let i = 0; i < 6; i++) await ingest.takePart(scope, part, hold);
    assert.equal(written.length, 6);
  });

  it('is sent to the database a few megabytes at a time', async () => {
    let [now, max] = [0, 0];
    const pool = watched(base.pool, (bytes) => {
      now += bytes;
      max = Math.max(max, now);
    });
    const writer = new ReadingWriter(pool, { announce: async () => undefined });
    const rows = readings(5000).map(({ ts }, i) => {
      const values = new Float64Array(500).fill(Number.NaN);
      values[499] = i;
      return { device_id, ts, values, quality: null };
    });
    assert.deepEqual(await writer.write(scope, rows), { rows: 5000, readings: 5000 });
    await writer.close();
    assert.ok(max > 0 && max < 4 * MB, `${max} bytes were under way at once`);
  });
});

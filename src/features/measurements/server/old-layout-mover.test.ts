import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeCompany, makeDevice, makePlant, openTestPool } from '../../../../tests/support/field.ts';
import { keepByDays } from '../../../../tests/support/old-layout.ts';
import { daysOfDevice } from '../../../../tests/support/stored-days.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { MINUTE_MS } from '../../../shared/units/zones.ts';
import { OldLayoutMover } from './old-layout-mover.ts';
import { ReadingWriter } from './reading-writer.ts';
import { checkStore } from './store-check.ts';
import { loadReadings } from './stored-readings.ts';

const START = Date.parse('2025-11-10T00:00:00Z');
const DAYS = 120;
const mover = fileURLToPath(new URL('../../../../tests/support/move-old-layout.ts', import.meta.url));

describe('the move of what an older version stored', () => {
  let base: Awaited<ReturnType<typeof openTestPool>>;
  let scope: Scope;
  let devices: number[];
  before(async () => {
    base = await openTestPool(4);
    scope = await makeCompany(base.pool, 'Moving');
    const plant = await makePlant(base.pool, scope, 'MOVING');
    const writer = new ReadingWriter(base.pool, { announce: async () => undefined });
    devices = [];
    for (const name of ['A', 'B', 'C', 'D']) {
      const device_id = await makeDevice(base.pool, scope, plant, name, ['energy_total_kwh', 'ac_power_kw'], {
        interval_s: 900,
      });
      devices.push(device_id);
      await writer.write(
        scope,
        Array.from({ length: DAYS * 96 }, (_, i) => ({
          device_id,
          ts: START + i * 15 * MINUTE_MS,
          values: Float64Array.of(i / 7, Math.sin(i) * 50),
          quality: i % 50 === 3 ? Uint8Array.of(0, 4) : null,
        })),
      );
    }
    await writer.close();
    for (const id of devices) await inScope(base.pool, scope, (tx) => keepByDays(tx, id));
  });
  after(() => base.close());

  const all = () =>
    inScope(base.pool, scope, async (tx) => {
      const windows = devices.map((device_id) => ({
        device_id,
        start: START,
        end: START + DAYS * 86_400_000,
      }));
      const readings = (await loadReadings(tx, { windows, slots: null })) ?? [];
      const days = [];
      for (const id of devices) days.push(await daysOfDevice(tx, id));
      return {
        readings: readings.map(({ ts, columns }) => ({
          ts,
          columns: columns.map(({ values, quality }) => ({ values, quality })),
        })),
        days,
      };
    });
  const left = async () =>
    (await inScope(base.pool, scope, (tx) => tx.query('select from obs_day'))).rows.length;
  const faults = async () => {
    const found: string[] = [];
    await checkStore(base.pool, scope, (fault) => found.push(fault));
    return found;
  };

  it('waits for room on the disk', async () => {
    const said: string[] = [];
    const log = { warn: (_: object, message: string) => said.push(message) };
    assert.equal(
      await new OldLayoutMover({ pool: base.pool, log, disk: { hasRoomFor: () => false } }).turn(),
      0,
    );
    assert.match(said.join(), /too little room/);
    assert.equal(await left(), 4 * (DAYS + 1));
  });

  it('loses nothing when it is killed again and again half-way, and gives its room back', async () => {
    const before = await all();
    const lefts: number[] = [];
    for (let kills = 0; (await left()) > 0; kills++) {
      const child = spawn(process.execPath, [mover, JSON.stringify(base.database)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      if (kills < 4) {
        // It says so when it begins; what it is at then is never the same.
        await Promise.race([once(child.stdout, 'data'), ended]);
        await pause(20 + kills * 35);
        child.kill('SIGKILL');
      }
      await ended;
      assert.deepEqual(await all(), before);
      lefts.push(await left());
    }
    assert.ok(lefts.length > 1, 'it was never killed half-way');
    assert.deepEqual(await faults(), []);
    const { rows } = await base.pool.query<{ bytes: number }>(
      `select pg_relation_size('obs_day')::int as bytes`,
    );
    assert.equal(rows[0]?.bytes, 0);
  });
});

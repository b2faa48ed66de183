import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Waits until a transaction of this pool's database waits for what another one holds; the number of its backend. */
export async function untilWaiting(pool: pg.Pool): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]) return rows[0].pid;
    await pause(10);
  }
  assert.fail('nothing waits');
}

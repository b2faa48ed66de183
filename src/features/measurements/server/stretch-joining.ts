import type pg from 'pg';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, type Tx } from '../../../shared/server/tenancy.ts';
import { joinReadings } from '../columns.model.ts';
import { lockDays } from './day-rows.repository.ts';
import { unpackStretchOf } from './stored-readings.ts';
import { VALUES_IN_STRETCH } from './stretch-cutting.ts';
import { stretchesOf } from './stretch-store.ts';
import {
  landingOf,
  listAroundLanded,
  listLanded,
  replaceStretches,
  type Stretch,
  WHOLE,
} from './stretches.repository.ts';

/** A whole stretch with fewer readings takes what landed after it. */
const HALF = VALUES_IN_STRETCH / 2;

const takesMore = ({ level, readings }: Stretch): boolean => level !== WHOLE || readings < HALF;

/** Stretches that follow each other and are joined; what stands alone and whole stays. */
function runsOf(stretches: readonly Stretch[]): Stretch[][] {
  const runs: Stretch[][] = [];
  let run: Stretch[] = [];
  for (const stretch of stretches) {
    if (takesMore(stretch)) run.push(stretch);
    else {
      runs.push(run);
      run = [];
    }
  }
  return [...runs, run].filter((one) => one.some(({ level }) => level !== WHOLE));
}

/** Joins what landed of a device. Whoever calls holds the lock of the company's days. */
export async function joinDevice(tx: Tx, device_id: number): Promise<void> {
  const runs = runsOf(await listAroundLanded(tx, device_id));
  await replaceStretches(tx, {
    gone: runs.flat(),
    made: runs.flatMap((run) => stretchesOf(device_id, WHOLE, joinReadings(run.map(unpackStretchOf)))),
  });
}

/** Joins what landed of some devices of a company, each in a transaction of its own; answers how many. */
export async function joinLanded(
  pool: pg.Pool,
  scope: Scope,
  options: { now: number; atMost: number; all?: boolean },
): Promise<number> {
  const { now, atMost, all = false } = options;
  const landing = landingOf(now);
  const devices = await inScope(
    pool,
    scope,
    async (tx) => {
      await showBin(tx);
      return listLanded(tx, { landing, enough: VALUES_IN_STRETCH, all, atMost });
    },
    'read only',
  );
  for (const device_id of devices)
    await inScope(pool, scope, async (tx) => {
      await lockDays(tx);
      await showBin(tx);
      await joinDevice(tx, device_id);
    });
  return devices.length;
}

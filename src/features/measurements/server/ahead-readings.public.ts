import type { Tx } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { AHEAD_OF_CLOCK_MS, lastRows, withoutAhead } from '../readings.model.ts';
import { listNewestRows, listUnsettled, lockLast, takeLast } from './ahead-readings.repository.ts';
import { moveLast } from './readings.repository.ts';

const DEVICES_AT_ONCE = 200;
/** Every slot that is read at least each quarter of an hour is among so many rows of a device read each five seconds. */
const ROWS_AT_ONCE = 500;
const LOOK_BACK_MS = 2 * DAY_MS;

/**
 * Brings what counts as the newest of each device up to the clock. A reading that was stamped ahead of it is kept in its
 * place and becomes the newest when its time has come; one that stands as the newest though the clock is behind it (it was
 * set back) gives way to what is true now.
 * @param now epoch ms
 * @returns how many devices were changed
 */
export async function settleAhead(tx: Tx, now: number): Promise<number> {
  const until = now + AHEAD_OF_CLOCK_MS;
  const since = now - LOOK_BACK_MS;
  const devices = await listUnsettled(tx, { since, until, limit: DEVICES_AT_ONCE });
  if (devices.length === 0) return 0;
  await lockLast(
    tx,
    devices.map(({ device_id }) => device_id),
  );
  for (const { device_id, last_at } of devices) {
    const ahead = last_at !== null && last_at > until;
    const after = ahead ? since : Math.max(since, last_at ?? since);
    const newest = lastRows(await listNewestRows(tx, device_id, { after, until, limit: ROWS_AT_ONCE }));
    const taken = ahead ? await takeLast(tx, device_id) : undefined;
    const kept = taken && withoutAhead(taken, until);
    if (kept) await moveLast(tx, [kept]);
    await moveLast(tx, newest);
  }
  return devices.length;
}

import type { Out } from '../../../shared/contract/call.ts';
import { notFound } from '../../../shared/server/errors.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { isAsleep } from '../../plants/daylight.model.ts';
import { QUALITIES } from '../measurements.model.ts';
import { qualityNow } from '../quality-now.model.ts';
import type { seriesCalls } from '../series.contract.ts';
import { findLast, listSeriesDevices } from './series.repository.ts';

export type LastResults = Out<(typeof seriesCalls)['lastResults']['ok']>;

/** Last value, instant and quality of each variable of a device, as they stand at `now`. @throws AppError not_found */
export async function getLastResults(tx: Tx, id: number, now: Date): Promise<LastResults> {
  const [device] = await listSeriesDevices(tx, { device_ids: [id], plants: [] });
  if (!device) notFound();
  const last = await findLast(tx, id);
  const { category } = device;
  const asleep = isAsleep(device, now.getTime());
  const values = device.slots.map(({ name, unit, slot, rhythm_s }) => {
    const marked = last?.marked[slot] ?? false;
    const value = marked ? null : (last?.vals[slot] ?? null);
    const ts = last?.slot_ts[slot] ?? null;
    const state = marked ? 'failed' : (QUALITIES[last?.q?.[slot] ?? 0] ?? 'good');
    const heard = { at: ts?.getTime() ?? null, quality: state, interval_s: rhythm_s };
    const quality = qualityNow(heard, { category, asleep }, now.getTime());
    return { name, unit, value, ts: ts?.toISOString() ?? null, quality };
  });
  const { device_id, proj_code, short_name } = device;
  return { device_id, proj_code, short_name, ts: last?.ts.toISOString() ?? null, values };
}

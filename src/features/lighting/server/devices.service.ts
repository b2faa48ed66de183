import { notFound } from '../../../shared/server/errors.ts';
import { isoOrNull } from '../../../shared/server/iso.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import type { BoxDevice } from '../boxes.contract.ts';
import { silentAfterMs } from '../lighting.model.ts';
import { type DeviceOfBox, pageOfDevices } from './controllers.repository.ts';

export type DevicesOf = Parameters<typeof pageOfDevices>[1];

function presentDevice({ heard_at, poll_s, ...device }: DeviceOfBox, now: Date): BoxDevice {
  const isFresh = heard_at !== null && now.getTime() - heard_at.getTime() <= silentAfterMs(poll_s);
  const state = heard_at === null ? 'never_heard' : isFresh ? 'answers' : 'silent';
  return { ...device, state, heard_at: isoOrNull(heard_at) };
}

interface Page {
  readonly page: number;
  readonly page_size: number;
}

/** Controllers and meters, each as it was heard itself. */
export async function presentDevices(
  tx: Tx,
  { of, page, now }: { readonly of: DevicesOf; readonly page: Page; readonly now: Date },
): Promise<{ count: number; results: BoxDevice[] }> {
  // Lighting is not narrowed by plants (docs/adr/0056), but devices are.
  const { count, results } = await withEveryPlant(tx, () => pageOfDevices(tx, of, page));
  return { count, results: results.map((row) => presentDevice(row, now)) };
}

/** A device of a municipality. @throws AppError not_found */
export async function readDevice(
  tx: Tx,
  { municipality_id, device_id, now }: { municipality_id: number; device_id: number; now: Date },
): Promise<BoxDevice> {
  const of = { box_id: null, municipality_id, device_id };
  const { results } = await presentDevices(tx, { of, page: { page: 1, page_size: 1 }, now });
  return results[0] ?? notFound();
}

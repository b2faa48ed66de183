import type { Tx } from '../../../shared/server/tenancy.ts';
import { followRhythm, holdDevice, setDeviceInterval } from './reading-devices.repository.ts';

/** What whoever takes readings in does with their devices. */
export const readingDevices = {
  setInterval: (tx: Tx, device_id: number, interval_s: number): Promise<void> =>
    setDeviceInterval(tx, device_id, interval_s),
  /** From now on devices that nobody polls deliver this often, whatever they did before. */
  follow: (tx: Tx, device_ids: readonly number[], interval_s: number): Promise<void> =>
    followRhythm(tx, device_ids, interval_s),
  /** Whether the scope may see a device; it stays until the transaction ends. */
  hold: (tx: Tx, device_id: number): Promise<boolean> => holdDevice(tx, device_id),
};

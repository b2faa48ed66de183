import type { Tx } from '../../../shared/server/tenancy.ts';
import { markSeen } from './mqtt-credentials.repository.ts';

/** What the broker notes of devices' credentials. */
export const mqttCredentials = {
  markSeen: (tx: Tx, device_ids: readonly number[]): Promise<void> => markSeen(tx, device_ids),
};

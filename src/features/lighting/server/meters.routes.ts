import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { lightingMetersCalls } from '../meters.contract.ts';
import { listFreeDevices } from './meters.repository.ts';
import { assignMeter, removeMeter } from './meters.service.ts';

/** Calls about energy meters of boxes. */
export const lightingMetersHandlers: Handlers<typeof lightingMetersCalls> = {
  freeDevices: ({ tx, query }) => listFreeDevices(tx, query.search || null),
  assign: ({ tx, body, now }) => assignMeter(tx, body, now),
  remove: ({ tx, params }) => removeMeter(tx, params),
};

import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { bulkCalls } from '../bulk.contract.ts';
import { addDevices } from './bulk.service.ts';

export const bulkHandlers: Handlers<typeof bulkCalls> = {
  addDevices: ({ tx, body }) => addDevices(tx, body),
};

import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { cautionCalls } from '../caution.contract.ts';
import { changeCaution, readCaution } from './caution.service.ts';

/** Calls about the second person's word. */
export const cautionHandlers: Handlers<typeof cautionCalls> = {
  get: ({ tx }) => readCaution(tx),
  change: ({ tx, body }) => changeCaution(tx, body),
};

import { defineQueue } from '../../../shared/server/jobs.ts';
import { seal, unseal } from '../../../shared/server/sealed.ts';
import { foldEmail } from '../identity.model.ts';

/** What the key is derived for. */
export const RECOVERY_KEY = 'recovery job';

const OWNER = 'a wish for a new password';
const LENGTH = 254;

/** A wish for a new password. Its address is sealed: the job queue keeps its jobs for a while, and of anybody. */
export interface RecoverJob {
  sealed: string;
}

export const recoverQueue = defineQueue<RecoverJob>('recover');

/** Every address comes to the same length. */
export function sealAddress(key: Uint8Array, email: string): RecoverJob {
  const bytes = Buffer.alloc(LENGTH * 4, ' ');
  bytes.write(foldEmail(email));
  return { sealed: seal(key, bytes, OWNER).toString('base64') };
}

/** @throws when it was sealed with another key */
export const openAddress = (key: Uint8Array, { sealed }: RecoverJob): string =>
  unseal(key, Buffer.from(sealed, 'base64'), OWNER).toString().trim();

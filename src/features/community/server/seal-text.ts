import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../shared/server/sealed-chain.ts';
import type { SealText } from '../statement-names.model.ts';

/** What stands in a sealed statement for a name: whoever is given its salt can prove the name, and nobody can guess it. */
export const sealText: SealText = (text) => {
  const salt = randomBytes(16).toString('hex');
  return { salt, seal: `~${sha256(salt + text).slice(0, 32)}` };
};

import { createHmac, randomInt } from 'node:crypto';

// Crockford's alphabet: no letter that is taken for another, none that makes words.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODES = 10;
const GROUPS = 3;
const GROUP_LENGTH = 4;
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten codes of sixty bits each, in groups that can be read out and typed. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

/** What rests in the database instead of a code: of no use without the installation's key, or for another user. */
export function recoveryDigest(key: Uint8Array, user_id: number, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replace(/[oil]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return createHmac('sha256', key).update(`recovery|${user_id}|${plain}`).digest();
}

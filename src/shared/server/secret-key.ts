import { hkdfSync } from 'node:crypto';

const wellKnown =
  /secret|change[-_ ]?me|changeit|password|passw0rd|example|default|insecure|replace|your[-_ ]|development|placeholder|meridiana|0123456789|abcdefgh|qwerty|deadbeef/i;

/**
 * Why a SECRET_KEY must not be used, in a few words that do not repeat it; undefined when it may.
 * It needs 32 bytes, some disorder, and none of the words that stand in examples.
 */
export function secretKeyFault(key: string): string | undefined {
  const bytes = Buffer.byteLength(key);
  const remedy = 'make one with `openssl rand -base64 48`';
  if (bytes < 32) return `has ${bytes} bytes, and 32 or more are needed: ${remedy}`;
  if (wellKnown.test(key)) return `contains a word that anyone would try: ${remedy}`;
  if (new Set(key).size < 8 || isRepetition(key) || entropyBits(key) < 80) return `is too regular: ${remedy}`;
  return undefined;
}

/** A key of 32 bytes for one purpose, from the installation's secret (HKDF-SHA-256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'meridiana', purpose, 32));
}

/** Whether a text is a shorter one written again and again (the last time perhaps cut off). */
function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, text.length - period)) return true;
  }
  return false;
}

/** Shannon's entropy of the characters as they are distributed, times their number, in bits. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits;
}

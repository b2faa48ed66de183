import { createHash } from 'node:crypto';
import { canonicalJson } from '../units/canonical-json.ts';

/** What a company keeps as a chain (statements of communities, issued reports): the row that was added last. */
export interface ChainEnd {
  readonly year: number;
  readonly number: number;
  readonly hash: string;
}

/** Where the next row of a chain stands: numbers begin anew with the year, and each row holds the hash of the one before. */
export function nextInChain(
  last: ChainEnd | undefined,
  today: number,
): Omit<ChainEnd, 'hash'> & { readonly previous_hash: string | null } {
  // Who waited over New Year for another one's row is numbered behind it.
  const year = Math.max(today, last?.year ?? today);
  return { year, number: (last?.year === year ? last.number : 0) + 1, previous_hash: last?.hash ?? null };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The hash of a row of a chain, which stands in it for good: SHA-256 of all that it says as canonical JSON, with the hash of the row
 * before, so that whoever changes one has to change all that follow.
 */
export const sealOf = (sealed: { readonly previous_hash: string | null }): string =>
  sha256(canonicalJson(sealed));

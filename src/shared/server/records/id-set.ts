import type { Condition } from '../conditions.ts';

/** So few numbers are compared as they are. */
const FEW = 200;
/** Bits of at most so many bytes are sent with a statement, and no more than twice what the numbers take. */
const MAX_BYTES = 8 * 2 ** 20;
const BYTES_OF_NUMBER = 8;

/** Numbers that a statement answers as `string_agg(int8send(id), '')`, which is read in a third of the time of an array; null: none. */
export function readIds(bytes: Buffer | null): number[] {
  const ids: number[] = [];
  for (let at = 0; bytes !== null && at < bytes.length; at += BYTES_OF_NUMBER)
    ids.push(bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4));
  return ids;
}

/** The numbers as bits, counted from the least of them; undefined where they lie too far apart. */
function bitsOf(ids: readonly number[]): { least: number; most: number; bits: Buffer } | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const id of ids) {
    if (id < least) least = id;
    if (id > most) most = id;
  }
  const bytes = Math.floor((most - least) / 8) + 1;
  if (bytes > Math.min(MAX_BYTES, 2 * BYTES_OF_NUMBER * ids.length)) return undefined;
  const bits = new Uint8Array(bytes);
  for (const id of ids) {
    const at = Math.floor((id - least) / 8);
    bits[at] = (bits[at] ?? 0) | (1 << ((id - least) % 8));
  }
  return { least, most, bits: Buffer.from(bits.buffer) };
}

/** That a column is one of these numbers. Many are sent as bits: a row asks for its own, where a set of PostgreSQL takes four times as long. */
export function isAmong(column: string, ids: readonly number[]): Condition {
  const set = ids.length > FEW ? bitsOf(ids) : undefined;
  if (!set) return [`${column} = any($?::bigint[])`, ids];
  return [
    `case when ${column} between $?2::bigint and $?3::bigint then get_bit($?1::bytea, ${column} - $?2::bigint) = 1 else false end`,
    set.bits,
    set.least,
    set.most,
  ];
}

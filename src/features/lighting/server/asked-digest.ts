import { createHash } from 'node:crypto';

/** What a person asks: absolute, never "the other way". */
export interface SwitchOrder {
  readonly updates: readonly {
    readonly box_id: number;
    /** Undefined: all that are in use. */
    readonly lines: readonly number[] | undefined;
    readonly on: boolean;
  }[];
  readonly until: string | undefined;
}

const linesOf = (lines: readonly number[] | undefined) =>
  lines === undefined ? null : [...new Set(lines)].sort((a, b) => a - b);

/** What a request means, as short as it gets: its boxes, lines as asked, on or off, and until when; the order of lines says nothing. */
export function askedDigest({ updates, until }: SwitchOrder): Buffer {
  const asked = updates.map(({ box_id, lines, on }) => [box_id, linesOf(lines), on]);
  const end = until === undefined ? null : Date.parse(until);
  return createHash('sha256')
    .update(JSON.stringify([asked, end]))
    .digest();
}

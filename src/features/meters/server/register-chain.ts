import { createHash } from 'node:crypto';
import type { ReadingRow } from './register.repository.ts';

/** What a line says, in the words of which its hash is made. */
export type ChainedLine = Omit<ReadingRow, 'hash' | 'recorded_by' | 'plant_id' | 'photo_id'>;

const figure = (value: number | null): string | null => (value === null ? null : value.toFixed(3));

/**
 * The hash of a line of a register: SHA-256 of what it says and of the hash before it, so that whoever changes a line has to
 * change all that follow, and the meter's own last hash with them.
 */
export function hashOf(
  before: string,
  of: { company_id: number; meter_id: number },
  line: ChainedLine,
): string {
  const said = [
    before,
    of.company_id,
    of.meter_id,
    line.line,
    line.kind,
    line.event,
    line.at.toISOString(),
    figure(line.reading),
    String(line.constant_k),
    line.corrects,
    line.source,
    line.note,
    line.overridden,
    line.recorded_as,
    line.recorded_at.toISOString(),
    // Lines without a photo are hashed as they were before there were any.
    ...(line.photo_sha256 === null ? [] : [line.photo_sha256]),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

export interface CheckedRegister {
  readonly lines: number;
  /** The first line that is not as it was written, or is missing; null where all are whole. */
  readonly broken_line: number | null;
}

interface Register {
  readonly company_id: number;
  readonly meter_id: number;
  /** How many lines the meter knows of, and the hash of the last. */
  readonly lines: number;
  readonly last_hash: string;
  /** In their order. */
  readonly rows: readonly ReadingRow[];
}

/** Goes through a register line by line. */
export function checkRegister({ company_id, meter_id, lines, last_hash, rows }: Register): CheckedRegister {
  let before = '';
  for (const [i, row] of rows.entries()) {
    const whole = row.line === i + 1 && row.hash === hashOf(before, { company_id, meter_id }, row);
    if (!whole) return { lines: rows.length, broken_line: i + 1 };
    before = row.hash;
  }
  const ends = rows.length === lines && before === last_hash;
  return { lines: rows.length, broken_line: ends ? null : Math.min(rows.length, lines) + 1 };
}

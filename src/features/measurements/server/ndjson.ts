import { AppError } from '../../../shared/server/errors.ts';
import { parseTolerantly } from '../../../shared/server/http/json-bodies.ts';
import type { Incoming } from '../ingest.model.ts';

/** A reading with all the variables that a device may have is far shorter than this. */
const MAX_LINE = 1_000_000;
const NEWLINE = 10;
const FIRST_BYTE_MARK = 0xfeff;

/** A line of a body with its number from 1. */
export interface Line {
  number: number;
  text: string;
  /** Of the body, its end included. */
  bytes: number;
}

/**
 * Parts bytes into lines as they arrive; nothing but an unfinished line is kept.
 * @throws AppError invalid (413) for a line that is too long to be a reading
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let number = 0;
  let begun: Buffer[] = [];
  let length = 0;
  const finish = (last: Buffer, newline: number): Line => {
    const whole = begun.length > 0 ? Buffer.concat([...begun, last]) : last;
    [begun, length] = [[], 0];
    number++;
    return { number, text: whole.toString('utf8'), bytes: whole.length + newline };
  };
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      lines.push(finish(chunk.subarray(from, at), 1));
      from = at + 1;
    }
    if (from < chunk.length) {
      begun.push(chunk.subarray(from));
      length += chunk.length - from;
    }
    if (lines.length > 0) yield lines;
    if (length > MAX_LINE) {
      const detail = `Line ${number + 1} is longer than ${MAX_LINE} bytes: each reading stands on a line of its own`;
      throw new AppError('invalid', detail, { status: 413 });
    }
  }
  if (length > 0) yield [finish(Buffer.alloc(0), 0)];
}

/** The reading on a line of JSON; undefined for a blank line. */
export function readingOn({ number: row, text }: Line): Incoming | undefined {
  const bare = text.charCodeAt(0) === FIRST_BYTE_MARK ? text.slice(1) : text;
  if (bare.trim() === '') return undefined;
  try {
    const reading = parseTolerantly(bare);
    const isObject = typeof reading === 'object' && reading !== null && !Array.isArray(reading);
    return isObject ? { row, reading } : { row, code: 'not_json' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { row, code: 'not_json' };
  }
}

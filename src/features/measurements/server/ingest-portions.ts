import { PartialFailure } from '../../../shared/server/errors.ts';
import type { Hold } from '../../../shared/server/http/body-budget.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { Incoming } from '../ingest.model.ts';
import { countLines, type LineOptions, readLines } from '../line-protocol.model.ts';
import type { RefusedRow } from '../refusals.model.ts';
import type { IngestService } from './ingest.service.ts';
import { linesOf, readingOn } from './ndjson.ts';

/** Rows that are written in one transaction, and their bytes as they came. */
const PORTION_ROWS = 2000;
const PORTION_BYTES = 2_000_000;
const MAX_LISTED = 100;

export interface RefusedLine extends Omit<RefusedRow, 'row'> {
  line: number;
}

/** What became of a body of lines. */
export interface TakenLines {
  /** Lines of the body that are dealt with: each is stored, refused, blank or a comment. */
  lines: number;
  stored: number;
  refused: number;
  errors?: RefusedLine[];
}

interface Taking {
  ingest: Pick<IngestService, 'takePart'>;
  scope: Scope;
  /** Where it is counted what is in memory. */
  hold: Hold;
  /** Asked before each portion. @throws AppError when whoever sends may not any more */
  stillAdmitted: () => Promise<void>;
}

/** Stores a body of lines portion by portion, each in a transaction of its own, and keeps account. */
class Portions {
  readonly #taking: Taking;
  readonly #errors: RefusedLine[] = [];
  #rows: Incoming[] = [];
  #lines = 0;
  #stored = 0;
  #refused = 0;

  constructor(taking: Taking) {
    this.#taking = taking;
  }

  get rows(): number {
    return this.#rows.length;
  }

  add(row: Incoming): void {
    this.#rows.push(row);
  }

  /** Stores what has been added; `line` is the last line that this deals with. */
  async flush(line: number): Promise<void> {
    if (this.#rows.length > 0) {
      await this.#taking.stillAdmitted();
      const {
        stored,
        refused,
        errors = [],
      } = await this.#taking.ingest.takePart(this.#taking.scope, this.#rows, this.#taking.hold);
      this.#rows = [];
      this.#stored += stored;
      this.#refused += refused;
      for (const { row, ...error } of errors.slice(0, MAX_LISTED - this.#errors.length))
        this.#errors.push({ line: row, ...error });
    }
    this.#lines = line;
  }

  taken(): TakenLines {
    const errors = this.#errors.length > 0 ? { errors: this.#errors } : {};
    return { lines: this.#lines, stored: this.#stored, refused: this.#refused, ...errors };
  }
}

/** The same in a problem document, where `errors` are faults of fields. */
export function problemOf({ errors, ...taken }: TakenLines): Record<string, unknown> {
  return errors ? { ...taken, rows: errors } : taken;
}

/** Tells in what was thrown how far the work had come: those lines are on disk, and sending all again doubles nothing. */
async function honestly(portions: Portions, work: () => Promise<void>): Promise<TakenLines> {
  try {
    await work();
    return portions.taken();
  } catch (error) {
    throw new PartialFailure(error, problemOf(portions.taken()));
  }
}

/**
 * Stores readings that come as lines of JSON, however many, as they arrive.
 * @throws Interrupted with what is stored: whatever stopped it, the lines before are on disk
 */
export function takeNdjson(taking: Taking, body: AsyncIterable<Buffer>): Promise<TakenLines> {
  const { hold } = taking;
  const portions = new Portions(taking);
  return honestly(portions, async () => {
    let [bytes, last] = [0, 0];
    const flush = async () => {
      await portions.flush(last);
      hold.release(bytes);
      bytes = 0;
    };
    for await (const lines of linesOf(body)) {
      for (const line of lines) {
        hold.add(line.bytes);
        bytes += line.bytes;
        last = line.number;
        const row = readingOn(line);
        if (row) portions.add(row);
        if (portions.rows >= PORTION_ROWS || bytes >= PORTION_BYTES) await flush();
      }
    }
    await flush();
  });
}

/** Stores readings that come in line protocol. @throws Interrupted as `takeNdjson` */
export function takeLineProtocol(taking: Taking, text: string, options: LineOptions): Promise<TakenLines> {
  const portions = new Portions(taking);
  return honestly(portions, async () => {
    for (const row of readLines(text, options)) {
      if (portions.rows >= PORTION_ROWS) await portions.flush(row.row - 1);
      portions.add(row);
    }
    await portions.flush(countLines(text));
  });
}

import { createHash, type Hash } from 'node:crypto';
import type { z } from 'zod';
import {
  type BackupEnd,
  type BackupHeader,
  endSchema,
  headerSchema,
  type TableSums,
  tableEndSchema,
  tableStartSchema,
  wordsOfEnd,
} from './backup-file.ts';
import { CutShort, Damage, type Frame } from './frames.ts';

/** What a backup says, piece by piece; the sums of a piece have been compared when it is given out. */
export type Piece =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string }
  | { kind: 'data'; bytes: Buffer }
  | { kind: 'table end'; sums: TableSums }
  | { kind: 'end'; end: BackupEnd };

/** Follows a backup from record to record, and objects to what no backup of ours would say at that place. */
export class BackupJudge {
  readonly #whole = createHash('sha256');
  #header: BackupHeader | undefined;
  #table: { name: string; sum: Hash; bytes: number } | undefined;
  #tables = 0;
  #rows = 0;
  #ended = false;

  /** @throws Damage */
  take(frame: Frame): Piece {
    if (this.#ended) throw new Damage('something follows its end');
    if (frame.kind === 'Z') return this.#end(frame);
    this.#whole.update(frame.bytes);
    if (frame.kind === 'H') return this.#open(frame);
    if (frame.kind === 'T') return this.#startTable(frame);
    if (frame.kind === 'D') return this.#data(frame);
    if (frame.kind === 'E') return this.#endTable(frame);
    throw new Damage('a record of no known kind');
  }

  /** @throws CutShort */
  assertEnd(): void {
    if (!this.#ended) throw new CutShort();
  }

  #open(frame: Frame): Piece {
    if (this.#header) throw new Damage('it begins twice');
    this.#header = unpack(headerSchema, frame);
    return { kind: 'header', header: this.#header };
  }

  #startTable(frame: Frame): Piece {
    const { name } = unpack(tableStartSchema, frame);
    if (this.#table || name !== this.#header?.tables[this.#tables]?.name)
      throw new Damage('its tables are out of order');
    this.#table = { name, sum: createHash('sha256'), bytes: 0 };
    return { kind: 'table', name };
  }

  #data({ body }: Frame): Piece {
    if (!this.#table) throw new Damage('rows of no table');
    this.#table.sum.update(body);
    this.#table.bytes += body.length;
    return { kind: 'data', bytes: body };
  }

  #endTable(frame: Frame): Piece {
    const table = this.#table;
    const sums = unpack(tableEndSchema, frame);
    if (!table) throw new Damage('a table ends that never began');
    if (sums.bytes !== table.bytes || sums.sha256 !== table.sum.digest('hex'))
      throw new Damage(`the sums of the table ${table.name} do not agree`);
    this.#table = undefined;
    this.#tables += 1;
    this.#rows += sums.rows;
    return { kind: 'table end', sums };
  }

  #end(frame: Frame): Piece {
    const end = unpack(endSchema, frame);
    const all = this.#header !== undefined && !this.#table && this.#header.tables.length === this.#tables;
    const sum = this.#whole.update(wordsOfEnd(end)).digest('hex');
    if (!all || end.tables !== this.#tables || end.rows !== this.#rows || end.sha256 !== sum)
      throw new Damage('its sums do not agree');
    this.#ended = true;
    return { kind: 'end', end };
  }
}

function unpack<T>(schema: z.ZodType<T>, { body }: Frame): T {
  const read = schema.safeParse(parse(body));
  if (read.success) return read.data;
  throw new Damage('a record of another form');
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

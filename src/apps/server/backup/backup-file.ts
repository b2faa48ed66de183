import { z } from 'zod';
import { deriveKey } from '../../../shared/server/secret-key.ts';

/** What a backup begins with, readable by a person; all that follows is one zstd stream of records. */
export const MAGIC = Buffer.from('MERIDIANA BACKUP 1\n');
/** The most bytes of a record of readings and rows, and of one that describes. */
export const DATA_LIMIT = 1 << 20;
export const WORDS_LIMIT = 16 << 20;
/** kind and length. */
export const RECORD_HEAD = 5;

/** Records in their order: H, then T D… E for each table, then Z. */
export type RecordKind = 'H' | 'T' | 'D' | 'E' | 'Z';

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const headerSchema = z.object({
  /** Of the program that made it, as package.json has it. */
  program_version: z.string(),
  made_at: z.iso.datetime(),
  /** server_version_num of the database. */
  postgres: count,
  /** Which secret key the installation has, without telling the key. */
  key_mark: z.string(),
  migrations: z.array(z.object({ version: count, name: z.string(), sha256 })).min(1),
  /** Months ('2026-03-01') that have a partition of readings. */
  months: z.array(z.iso.date()),
  /** In the order in which they can be filled: who is referred to comes first. */
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })).min(1),
});
export type BackupHeader = z.infer<typeof headerSchema>;

export const tableStartSchema = z.object({ name });
export const tableEndSchema = z.object({ rows: count, bytes: count, sha256 });
export type TableSums = z.infer<typeof tableEndSchema>;

const sequenceSchema = z.object({ table: name, column: name, last: count, called: z.boolean() });
/** Where a column's numbers have come to. */
export type SequenceState = z.infer<typeof sequenceSchema>;

const companyNumbersSchema = z.object({ company_id: count.min(1), last: count, called: z.boolean() });
/** Where the numbers of a company's rows have come to. */
export type CompanyNumbers = z.infer<typeof companyNumbersSchema>;

export const endSchema = z.object({
  tables: count,
  rows: count,
  sequences: z.array(sequenceSchema),
  /** None in backups of versions that numbered rows over the whole installation. */
  companies: z.array(companyNumbersSchema).default([]),
  /** Of all records before this one, and of what else this one says (`wordsOfEnd`). */
  sha256,
});
export type BackupEnd = z.infer<typeof endSchema>;

/** The last record as it enters its own sum: a sequence that was bent would give ids that are taken. */
export function wordsOfEnd({ tables, rows, sequences, companies }: Omit<BackupEnd, 'sha256'>): string {
  const parts: unknown[] = [tables, rows, sequences.map((s) => [s.table, s.column, s.last, s.called])];
  if (companies.length > 0) parts.push(companies.map((c) => [c.company_id, c.last, c.called]));
  return JSON.stringify(parts);
}

/** A sign by which the key is known again, from which nothing of it follows. */
export function markOfKey(secretKey: string): string {
  return deriveKey(secretKey, 'backup: which key').subarray(0, 8).toString('hex');
}

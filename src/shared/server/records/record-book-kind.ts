import type { z } from 'zod';
import type { AnyCall } from '../../contract/call.ts';
import type { AuditAction, AuditField } from '../audit.ts';
import type { Condition } from '../conditions.ts';
import type { Cell } from '../export/table-answer.ts';
import type { Language } from '../language.ts';
import type { Tx } from '../tenancy.ts';
import type { SortKey } from './record-book.repository.ts';

/** A record as it is answered. */
export interface BookRow {
  readonly id: number;
  readonly version: number;
}

/** What `recordBook` of the contract comes to, of whatever area. */
export interface AnyBook {
  readonly Row: z.ZodType<BookRow>;
  readonly New: z.ZodType<object>;
  readonly Change: z.ZodType<{ version?: number | undefined }>;
  readonly Filters: z.ZodType<object>;
  readonly sorts: readonly string[];
  readonly columns: readonly string[];
  readonly calls: Readonly<Record<'create' | 'list', AnyCall>>;
}

export type RowOf<B extends AnyBook> = z.output<B['Row']>;
export type NewOf<B extends AnyBook> = z.output<B['New']>;
export type ChangeOf<B extends AnyBook> = Omit<z.output<B['Change']>, 'version'>;
export type FiltersOf<B extends AnyBook> = z.output<B['Filters']>;
export type SortOf<B extends AnyBook> = B['sorts'][number];

/** What a person writes: a new record, or a change of one as it stood before. */
export type Written<B extends AnyBook> = { readonly now: Date } & (
  | { readonly before: null; readonly given: NewOf<B> }
  | { readonly before: RowOf<B>; readonly given: ChangeOf<B> }
);

/** A column of a book's file. */
export interface BookColumn<R> {
  /** Characters that a sheet shows; 24 unless it is said. */
  readonly width?: number;
  /** It holds times of a plant. */
  readonly time?: true;
  of(row: R, language: Language): Cell;
}

/** What the book is called in its file; `fields` are the heads of its columns. */
interface BookWords<K extends string> {
  /** Of the sheet. */
  readonly title: string;
  /** Of the file, without what stands behind the dot. */
  readonly file: string;
  readonly fields: Readonly<Record<K, string>>;
}

type Step = 'created' | 'changed' | 'removed' | 'restored' | 'purged';
/** Kinds of things for which the audit has words for each step of a record's life. */
type AuditedKind<A> = A extends `${infer Kind}.purged`
  ? [`${Kind}.${Step}`] extends [AuditAction]
    ? Kind
    : never
  : never;

/** What an area says of its records, so that `recordBookOf` serves the calls of its book. */
export interface RecordBook<B extends AnyBook> {
  /** What the audit calls a record, in `…created`, `…changed`, `…removed`, `…restored`, `…purged`; its notes hang on it as well. */
  readonly kind: AuditedKind<AuditAction>;
  /** Has `company_id`, `id`, `version`, `created_by`, `deleted_at` and `deleted_by`; what lies in the bin is hidden by its policy. */
  readonly table: string;
  /** The column that names a record's plant; null where records belong to none. */
  readonly plant: string | null;
  /**
   * The table has `client_key uuid`, unique in the company, and `New` takes it (`ClientKey.optional()`): what is sent again with the
   * same key makes nothing new and is answered the record.
   */
  readonly keyed?: true;
  /** SQL about the record `r`, by which the list is ordered; each should have its index. */
  readonly sorts: Readonly<Record<SortOf<B>, SortKey>>;
  /** The order where nobody asks for one. */
  readonly usual: SortOf<B> | `-${SortOf<B>}`;
  /** What the file says, by the name of the column. */
  readonly file: Readonly<Record<B['columns'][number], BookColumn<RowOf<B>>>>;
  readonly words: Readonly<Record<Language, BookWords<B['columns'][number]>>>;
  /** Fields of which the history says what stood in them: codes, days and figures, never what people wrote. */
  readonly told?: readonly (keyof RowOf<B> & AuditField)[];
  /** What a record is called: in the audit, in its notes, and what has to be typed before it is deleted for ever. */
  nameOf(row: RowOf<B>): string;
  /** The records of these numbers that the scope may see, as they are answered, in any order. */
  rows(tx: Tx, ids: readonly number[]): Promise<RowOf<B>[]>;
  /** What the filters ask of a record `r`; $1 is the company. @throws AppError where a filter names what the scope may not see */
  where(tx: Tx, filters: FiltersOf<B>): readonly Condition[] | Promise<readonly Condition[]>;
  /**
   * What of the given stands in which column; what is undefined stays as it is, or takes its default.
   * @throws AppError for what is not to be stored, each fault at its field
   */
  columns(tx: Tx, written: Written<B>): object | Promise<object>;
  /** Once the record's own row is written: what stands in other tables, jobs, notifications. */
  saved?(tx: Tx, written: Written<B> & { readonly id: number }): Promise<void>;
  /** Before a record goes into the bin, comes back, goes for ever. @throws AppError where something forbids it */
  beforeRemove?(tx: Tx, row: RowOf<B>): Promise<void>;
  beforeRestore?(tx: Tx, row: RowOf<B>): Promise<void>;
  beforePurge?(tx: Tx, row: RowOf<B>): Promise<void>;
  /** Once a record lies in the bin, or is back. */
  moved?(tx: Tx, row: RowOf<B>, deleted_at: Date | null): Promise<void>;
  /** What a filtered file says of its filters, a sentence for each. */
  said?(tx: Tx, filters: FiltersOf<B>, language: Language): Promise<readonly string[]>;
}

import { z } from 'zod';
import type { ConfirmedWhen } from './call.ts';
import { area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { commaList, Id, Instant, PageQuery, paged, Version } from './fields.ts';
import { at, binnedRecordCalls } from './record-calls.ts';
import { PDF, PrintFormat, TableFileQuery, tableFile } from './table-file.ts';
import type { Topic } from './topics.ts';

/** What every record answers beside what its area says of it. */
type RowSchema = z.ZodObject<{ id: z.ZodType<number>; version: z.ZodType<number> }>;

interface Declaration<
  R extends RowSchema,
  N extends z.ZodObject,
  C extends z.ZodObject,
  F extends z.ZodObject,
  S extends string,
  K extends string,
> {
  /** Without the slash at its end; the file and the bin stand beside it. */
  readonly path: string;
  /** The name by which its page declares the list: saved views and columns are kept by it. */
  readonly list: string;
  readonly topic: Topic;
  /** Further topics that a write of a record makes old. */
  readonly changes?: readonly Topic[];
  readonly read: Capability;
  readonly write: Capability;
  readonly purge?: Capability;
  /** Whoever writes one must have confirmed their address: what it says leads to mail. */
  readonly confirmed?: ConfirmedWhen;
  /** What a record is called in the descriptions of the calls. */
  readonly one: string;
  readonly many: string;
  readonly Row: R;
  /** What a new record is made from. */
  readonly New: N;
  /** What of a record is changed; what is omitted stays. Its names are those of the row. */
  readonly Change: C;
  /** What narrows the list, as a query: every field optional. */
  readonly Filters: F;
  /** Names of columns that the server orders by. */
  readonly sorts: readonly S[];
  /** Names of the columns of its file, in their order. */
  readonly columns: readonly K[];
}

/**
 * A book of records, such as a company's downtimes: a paged and filtered list with saved views, a record with its versions and
 * history, a file, a bin. The area exports `Row`, `BinnedRow`, `New` and `Change` under names of its own, by which the document
 * knows them; `recordBookOf` serves the calls.
 */
export function recordBook<
  const S extends string,
  const K extends string,
  R extends RowSchema,
  N extends z.ZodObject,
  C extends z.ZodObject,
  F extends z.ZodObject,
>(declared: Declaration<R, N, C, F, S, K>) {
  const { path, topic, changes = [], one, many, Row, New, Filters } = declared;
  const BinnedRow = z.object({
    ...Row.shape,
    deleted_at: Instant,
    deleted_by: z.string().nullable().describe('null where they have left the company'),
  }) as z.ZodObject<R['shape'] & { deleted_at: typeof Instant; deleted_by: z.ZodNullable<z.ZodString> }>;
  const Change = z.object({ ...declared.Change.shape, version: Version.optional() }) as z.ZodObject<
    C['shape'] & { version: z.ZodOptional<typeof Version> }
  >;
  const sorts = declared.sorts.flatMap((name) => [name, `-${name}` as const]);
  const Sort = z.enum(sorts as (S | `-${S}`)[]).describe('a column; with a hyphen before it, descending');
  const ListQuery = z.object({ ...Filters.shape, sort: Sort.optional() }) as z.ZodObject<
    F['shape'] & { sort: z.ZodOptional<typeof Sort> }
  >;
  const reading = { topics: [topic], access: declared.read };
  const writing = { topics: [topic, ...changes], access: declared.write };
  const proven = declared.confirmed ? { confirmed: declared.confirmed } : {};
  const byId = { params: z.object({ id: Id }) };
  const calls = area({
    list: call({
      method: 'GET',
      path: `${path}/`,
      list: declared.list,
      summary: `The ${many} that fit the filters, in pages`,
      ...reading,
      query: ListQuery.extend(PageQuery.shape),
      ok: paged(Row),
    }),
    get: at(
      `${path}/{id}/`,
      call({ method: 'GET', path: '/{id}/', summary: `A ${one}`, ...reading, ...byId, ok: Row }),
    ),
    create: call({
      method: 'POST',
      path: `${path}/`,
      summary: `Adds a ${one}`,
      ...writing,
      ...proven,
      body: New,
      ok: Row,
      status: 201,
    }),
    update: at(
      `${path}/{id}/`,
      call({
        method: 'PUT',
        path: '/{id}/',
        summary: `Changes a ${one}; omitted fields stay, a stale version is a conflict`,
        ...writing,
        ...proven,
        ...byId,
        body: Change,
        ok: Row,
        conflict: Row,
      }),
    ),
    ...binnedRecordCalls({
      path,
      one,
      many,
      BinnedRow,
      topics: writing.topics,
      write: declared.write,
      purge: declared.purge ?? 'records.purge',
      restoring: '',
    }),
    exportList: call({
      method: 'GET',
      path: `${path}-export/`,
      summary: `The ${many} that fit the filters as a file, whole; separators and words by language`,
      ...reading,
      query: ListQuery.extend({
        ...TableFileQuery.shape,
        format: PrintFormat,
        columns: commaList(z.enum(declared.columns as K[]), declared.columns.length)
          .describe('columns of the file in their order; all where it is not said')
          .optional(),
      }),
      ...tableFile,
      produces_also: [...tableFile.produces_also, PDF],
    }),
  });
  return { Row, BinnedRow, New, Change, Filters, sorts: declared.sorts, columns: declared.columns, calls };
}

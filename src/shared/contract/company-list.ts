import { z } from 'zod';
import { area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { Id, Instant, linesOf, nameOf, Version } from './fields.ts';
import { at, binnedRecordCalls } from './record-calls.ts';
import { TableFileQuery, tableFile } from './table-file.ts';
import type { Topic } from './topics.ts';

interface CompanyListDeclaration {
  /** Without the slash at its end; its file and its bin stand beside it. */
  readonly path: string;
  readonly topic: Topic;
  readonly read: Capability;
  readonly write: Capability;
  /** What a row is called in the descriptions of the calls. */
  readonly one: string;
  readonly many: string;
}

/**
 * A list of names that a company keeps for itself, such as its maintenance types: rows with a name and a description, their
 * file and their bin. The area exports `Row`, `BinnedRow` and `NewRow` under names of its own, by which the document knows them.
 */
export function companyList({ path, topic, read, write, one, many }: CompanyListDeclaration) {
  const Row = z.object({ id: z.int(), name: z.string(), description: z.string(), version: z.int() });
  const BinnedRow = Row.extend({ deleted_at: Instant });
  const fields = { name: nameOf(60), description: linesOf(500) };
  const NewRow = z.object({ ...fields, description: fields.description.default('') });
  const reading = { topics: [topic], access: read };
  const writing = { topics: [topic], access: write };
  const byId = { params: z.object({ id: Id }) };
  const calls = area({
    list: call({
      method: 'GET',
      path: `${path}/`,
      list: 'company-list',
      summary: `The company's ${many}, by name`,
      ...reading,
      ok: z.array(Row),
    }),
    exportList: call({
      method: 'GET',
      path: `${path}-export/`,
      summary: 'The same as CSV or XLSX; separators and words by language',
      ...reading,
      query: TableFileQuery,
      ...tableFile,
    }),
    create: call({
      method: 'POST',
      path: `${path}/`,
      summary: `Adds a ${one}`,
      ...writing,
      body: NewRow,
      ok: Row,
      status: 201,
    }),
    update: at(
      `${path}/{id}/`,
      call({
        method: 'PATCH',
        path: '/{id}/',
        summary: `Changes a ${one}; omitted fields stay, a stale version is a conflict`,
        ...writing,
        ...byId,
        body: z.object(fields).partial().extend({ version: Version.optional() }),
        ok: Row,
        conflict: Row,
      }),
    ),
    ...binnedRecordCalls({
      path,
      one,
      many,
      BinnedRow,
      write,
      topics: [topic],
      purge: write,
      restoring: '; a conflict where another one has its name by now',
    }),
  });
  return { Row, BinnedRow, NewRow, calls };
}

export type CompanyListCalls = ReturnType<typeof companyList>['calls'];
export type CompanyListRow = z.infer<ReturnType<typeof companyList>['Row']>;

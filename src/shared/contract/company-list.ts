import { z } from 'zod';
import { type AnyCall, area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { Id, Instant, linesOf, nameOf, PageQuery, paged, Version } from './fields.ts';
import { recordHistory } from './record-history.ts';
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

/** The same call at the list's own path; the names in braces are those of the path that it was declared with. */
const at = <C extends AnyCall>(path: string, declared: C): C => ({ ...declared, path });

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
  const nothing = { ok: z.undefined(), status: 204 };
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
    remove: at(
      `${path}/{id}/`,
      call({
        method: 'DELETE',
        path: '/{id}/',
        summary: `Moves a ${one} to the bin`,
        ...writing,
        ...byId,
        ...nothing,
      }),
    ),
    history: at(
      `${path}/{id}/history/`,
      call({
        ...recordHistory,
        path: '/{id}/',
        // It says of people what they did: no key reads it, nor who only looks.
        summary: `Who did what with a ${one}, newest first`,
        ...writing,
        ...byId,
      }),
    ),
    listBin: call({
      method: 'GET',
      path: `${path}-bin/`,
      summary: `Deleted ${many}, the last deleted first`,
      ...writing,
      query: PageQuery,
      ok: paged(BinnedRow),
    }),
    restore: at(
      `${path}-bin/{id}/restore/`,
      call({
        method: 'POST',
        path: '/{id}/',
        summary: `Restores a deleted ${one}; a conflict where another one has its name by now`,
        ...writing,
        ...byId,
        ...nothing,
      }),
    ),
    purge: at(
      `${path}-bin/{id}/`,
      call({
        method: 'DELETE',
        path: '/{id}/',
        summary: `Deletes a ${one} of the bin for ever`,
        ...writing,
        ...byId,
        ...nothing,
      }),
    ),
  });
  return { Row, BinnedRow, NewRow, calls };
}

export type CompanyListCalls = ReturnType<typeof companyList>['calls'];
export type CompanyListRow = z.infer<ReturnType<typeof companyList>['Row']>;

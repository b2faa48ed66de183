import { z } from 'zod';
import { type AnyCall, area, call } from './call.ts';
import type { Capability } from './capabilities.ts';
import { Id, PageQuery, paged } from './fields.ts';
import { recordHistory } from './record-history.ts';
import type { Topic } from './topics.ts';

/** A call that was declared with a path of its own, at the path that it is served at; the names in braces stay the same. */
export const at = <C extends AnyCall>(path: string, declared: C): C => ({ ...declared, path });

interface BinnedRecords<B extends z.ZodType> {
  /** Without the slash at its end; the bin stands beside it. */
  readonly path: string;
  readonly topics: readonly Topic[];
  readonly write: Capability;
  /** Who deletes for ever. */
  readonly purge: Capability;
  /** What a record is called in the descriptions of the calls. */
  readonly one: string;
  readonly many: string;
  /** A record with since when it lies in the bin. */
  readonly BinnedRow: B;
  /** Ends the description of what restores one: where it is refused. */
  readonly restoring: string;
}

/** The calls of records that go into a bin before they go for ever: to delete and to restore one, its bin, its history. */
export function binnedRecordCalls<B extends z.ZodType>(declared: BinnedRecords<B>) {
  const { path, topics, one, many, BinnedRow } = declared;
  const writing = { topics, access: declared.write };
  const byId = { params: z.object({ id: Id }) };
  const nothing = { ok: z.undefined(), status: 204 };
  return area({
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
        summary: `Restores a deleted ${one}${declared.restoring}`,
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
        topics,
        access: declared.purge,
        ...byId,
        ...nothing,
      }),
    ),
  });
}

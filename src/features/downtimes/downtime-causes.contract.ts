import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, linesOf, nameOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';

export const DowntimeCause = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
});
export type DowntimeCause = z.infer<typeof DowntimeCause>;
export const BinnedDowntimeCause = DowntimeCause.extend({ deleted_at: Instant });
export type BinnedDowntimeCause = z.infer<typeof BinnedDowntimeCause>;

const fields = { name: nameOf(60), description: linesOf(500) };
export const NewDowntimeCause = z.object({ ...fields, description: fields.description.default('') });

const byId = z.object({ id: Id });
const topics = ['downtime_causes'];

/** The causes of downtimes that a company tells apart. */
export const downtimeCausesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/downtime-causes/',
    summary: "The company's downtime causes, by name",
    topics,
    access: 'asset.read',
    ok: z.array(DowntimeCause),
  }),
  exportList: call({
    method: 'GET',
    path: '/api/v1/downtime-causes-export/',
    summary: 'The same as CSV or XLSX; separators and words by language',
    topics,
    access: 'asset.read',
    query: TableFileQuery,
    ...tableFile,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/downtime-causes/',
    summary: 'Adds a downtime cause',
    topics,
    access: 'records.write',
    body: NewDowntimeCause,
    ok: DowntimeCause,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/downtime-causes/{id}/',
    summary: 'Changes a downtime cause; omitted fields stay, a stale version is a conflict',
    topics,
    access: 'records.write',
    params: byId,
    body: z.object(fields).partial().extend({ version: Version.optional() }),
    ok: DowntimeCause,
    conflict: DowntimeCause,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/downtime-causes/{id}/',
    summary: 'Moves a downtime cause to the bin',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  listBin: call({
    method: 'GET',
    path: '/api/v1/downtime-causes-bin/',
    summary: 'Deleted downtime causes, the last deleted first',
    topics,
    access: 'records.write',
    query: PageQuery,
    ok: paged(BinnedDowntimeCause),
  }),
  restore: call({
    method: 'POST',
    path: '/api/v1/downtime-causes-bin/{id}/restore/',
    summary: 'Restores a deleted downtime cause; a conflict where another one has its name by now',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  purge: call({
    method: 'DELETE',
    path: '/api/v1/downtime-causes-bin/{id}/',
    summary: 'Deletes a downtime cause of the bin for ever',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
});

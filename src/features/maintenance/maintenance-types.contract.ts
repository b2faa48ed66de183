import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, linesOf, nameOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';

export const MaintenanceType = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
});
export type MaintenanceType = z.infer<typeof MaintenanceType>;
export const BinnedMaintenanceType = MaintenanceType.extend({ deleted_at: Instant });
export type BinnedMaintenanceType = z.infer<typeof BinnedMaintenanceType>;

const fields = { name: nameOf(60), description: linesOf(500) };
export const NewMaintenanceType = z.object({ ...fields, description: fields.description.default('') });

const byId = z.object({ id: Id });
const topics = ['maintenance_types'];

/** The kinds of maintenance that a company tells apart. */
export const maintenanceTypesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/maintenance-types/',
    summary: "The company's maintenance types, by name",
    topics,
    access: 'asset.read',
    ok: z.array(MaintenanceType),
  }),
  exportList: call({
    method: 'GET',
    path: '/api/v1/maintenance-types-export/',
    summary: 'The same as CSV or XLSX; separators and words by language',
    topics,
    access: 'asset.read',
    query: TableFileQuery,
    ...tableFile,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/maintenance-types/',
    summary: 'Adds a maintenance type',
    topics,
    access: 'records.write',
    body: NewMaintenanceType,
    ok: MaintenanceType,
    status: 201,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v1/maintenance-types/{id}/',
    summary: 'Changes a maintenance type; omitted fields stay, a stale version is a conflict',
    topics,
    access: 'records.write',
    params: byId,
    body: z.object(fields).partial().extend({ version: Version.optional() }),
    ok: MaintenanceType,
    conflict: MaintenanceType,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/maintenance-types/{id}/',
    summary: 'Moves a maintenance type to the bin',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  listBin: call({
    method: 'GET',
    path: '/api/v1/maintenance-types-bin/',
    summary: 'Deleted maintenance types, the last deleted first',
    topics,
    access: 'records.write',
    query: PageQuery,
    ok: paged(BinnedMaintenanceType),
  }),
  restore: call({
    method: 'POST',
    path: '/api/v1/maintenance-types-bin/{id}/restore/',
    summary: 'Restores a deleted maintenance type; a conflict where another one has its name by now',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
  purge: call({
    method: 'DELETE',
    path: '/api/v1/maintenance-types-bin/{id}/',
    summary: 'Deletes a maintenance type of the bin for ever',
    topics,
    access: 'records.write',
    params: byId,
    ok: z.undefined(),
    status: 204,
  }),
});

import { z } from 'zod';
import { area } from '../../shared/contract/call.ts';
import { companyList } from '../../shared/contract/company-list.ts';
import { Version } from '../../shared/contract/fields.ts';

/** The kinds of maintenance that a company tells apart. */
const list = companyList({
  path: '/api/v1/maintenance-types',
  topic: 'maintenance_types',
  read: 'asset.read',
  write: 'records.write',
  one: 'maintenance type',
  many: 'maintenance types',
});

const more = {
  retired: z.boolean().describe('no longer offered for new requests; those that have it keep it'),
};

export const MaintenanceType = list.Row.extend(more);
export type MaintenanceType = z.infer<typeof MaintenanceType>;
export const BinnedMaintenanceType = list.BinnedRow.extend(more);
export const NewMaintenanceType = list.NewRow.extend({ retired: more.retired.default(false) });

const { calls } = list;
const { name, description } = list.NewRow.shape;
const Change = z
  .object({ name, description: description.unwrap(), ...more })
  .partial()
  .extend({ version: Version.optional() });

export const maintenanceTypesCalls = area({
  ...calls,
  list: { ...calls.list, ok: z.array(MaintenanceType) },
  create: { ...calls.create, body: NewMaintenanceType, ok: MaintenanceType },
  update: { ...calls.update, body: Change, ok: MaintenanceType, conflict: MaintenanceType },
  listBin: { ...calls.listBin, ok: calls.listBin.ok.extend({ results: z.array(BinnedMaintenanceType) }) },
});

import { companyList } from '../../shared/contract/company-list.ts';

/** The kinds of maintenance that a company tells apart. */
const list = companyList({
  path: '/api/v1/maintenance-types',
  topic: 'maintenance_types',
  read: 'asset.read',
  write: 'records.write',
  one: 'maintenance type',
  many: 'maintenance types',
});

export const MaintenanceType = list.Row;
export const BinnedMaintenanceType = list.BinnedRow;
export const NewMaintenanceType = list.NewRow;
export const maintenanceTypesCalls = list.calls;

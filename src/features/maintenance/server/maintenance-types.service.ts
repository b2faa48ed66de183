import { binOf, type CompanyList } from '../../../shared/server/records/company-list.ts';
import type { MaintenanceType } from '../maintenance-types.contract.ts';

export const maintenanceTypes = {
  table: 'maintenance_type',
  columns: ['name', 'description'],
  bin: true,
  atMost: 200,
  audit: 'maintenance_type',
} satisfies CompanyList<MaintenanceType>;

export const maintenanceTypesBin = binOf<MaintenanceType>(maintenanceTypes, {
  deleted: 'maintenance_type.removed',
  restored: 'maintenance_type.restored',
  purged: 'maintenance_type.purged',
});

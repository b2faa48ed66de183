import { binOf, type CompanyList } from '../../../shared/server/records/company-list.ts';
import type { DowntimeCause } from '../downtime-causes.contract.ts';

export const downtimeCauses = {
  table: 'downtime_cause',
  columns: ['name', 'description'],
  bin: true,
  atMost: 200,
  audit: 'downtime_cause',
} satisfies CompanyList<DowntimeCause>;

export const downtimeCausesBin = binOf<DowntimeCause>(downtimeCauses, {
  deleted: 'downtime_cause.removed',
  restored: 'downtime_cause.restored',
  purged: 'downtime_cause.purged',
});

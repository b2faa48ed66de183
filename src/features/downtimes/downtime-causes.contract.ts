import { companyList } from '../../shared/contract/company-list.ts';

/** The causes of downtimes that a company tells apart. */
const list = companyList({
  path: '/api/v1/downtime-causes',
  topic: 'downtime_causes',
  read: 'asset.read',
  write: 'records.write',
  one: 'downtime cause',
  many: 'downtime causes',
});

export const DowntimeCause = list.Row;
export const BinnedDowntimeCause = list.BinnedRow;
export const NewDowntimeCause = list.NewRow;
export const downtimeCausesCalls = list.calls;

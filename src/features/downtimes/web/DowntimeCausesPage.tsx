import { IconPlugConnectedX } from '@tabler/icons-react';
import { CompanyListPage } from '../../../shared/web/list/CompanyListPage.tsx';
import { downtimeCausesCalls } from '../downtime-causes.contract.ts';

/** The causes of downtimes that a company tells apart, and those that it has deleted. */
export const DowntimeCausesPage = () => (
  <CompanyListPage calls={downtimeCausesCalls} icon={IconPlugConnectedX} words="downtimes" />
);

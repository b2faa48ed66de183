import { IconTool } from '@tabler/icons-react';
import { CompanyListPage } from '../../../shared/web/list/CompanyListPage.tsx';
import { maintenanceTypesCalls } from '../maintenance-types.contract.ts';

/** The kinds of maintenance that a company tells apart, and those that it has deleted. */
export const MaintenanceTypesPage = () => (
  <CompanyListPage calls={maintenanceTypesCalls} icon={IconTool} words="maintenance" />
);

import { IconTool } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyListCalls, CompanyListRow } from '../../../shared/contract/company-list.ts';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { CompanyListPage, type MoreOfRows } from '../../../shared/web/list/CompanyListPage.tsx';
import { type MaintenanceType, maintenanceTypesCalls } from '../maintenance-types.contract.ts';

/** Its calls answer rows with what `more` names, as its contract says. */
const of = (row: CompanyListRow): MaintenanceType => row as MaintenanceType;

/** Whether a type is still offered. */
function useMore(): MoreOfRows {
  const { t } = useTranslation('maintenance');
  return useMemo(
    () => ({
      blank: { retired: false },
      names: { retired: t('type.retired') },
      columns: [
        { id: 'retired', header: t('type.retired'), value: (row) => t(of(row).retired ? 'yes' : 'no') },
      ],
      fields: <SwitchField name="retired" label={t('type.retired')} description={t('type.retired_hint')} />,
    }),
    [t],
  );
}

/** The kinds of maintenance that a company tells apart, and those that it has deleted. */
export const MaintenanceTypesPage = () => (
  <CompanyListPage
    calls={maintenanceTypesCalls as unknown as CompanyListCalls}
    icon={IconTool}
    words="maintenance"
    more={useMore()}
  />
);

import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyListCalls, CompanyListRow } from '../../../shared/contract/company-list.ts';
import { SelectField } from '../../../shared/web/forms/fields/SelectField.tsx';
import { SwitchField } from '../../../shared/web/forms/fields/SwitchField.tsx';
import { CompanyListPage, type MoreOfRows } from '../../../shared/web/list/CompanyListPage.tsx';
import { AVAILABILITY_CLASSES, CAUSE_KINDS } from '../causes.model.ts';
import { type DowntimeCause, downtimeCausesCalls } from '../downtime-causes.contract.ts';

/** Its calls answer rows with what `more` names, as its contract says. */
const of = (row: CompanyListRow): DowntimeCause => row as DowntimeCause;

function Fields() {
  const { t } = useTranslation('downtimes');
  return (
    <>
      <SelectField
        name="kind"
        label={t('cause.kind')}
        options={CAUSE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <SelectField
        name="availability"
        label={t('cause.availability')}
        options={AVAILABILITY_CLASSES.map((value) => ({ value, label: t(`availability.${value}`) }))}
      />
      <SwitchField name="retired" label={t('cause.retired')} description={t('cause.retired_hint')} />
    </>
  );
}

/** What a cause is about, how its time counts for availability, and whether it is still offered. */
function useMore(): MoreOfRows {
  const { t } = useTranslation('downtimes');
  return useMemo(
    () => ({
      blank: { kind: 'other', availability: 'unavailable', retired: false },
      names: {
        kind: t('cause.kind'),
        availability: t('cause.availability'),
        retired: t('cause.retired'),
      },
      columns: [
        { id: 'kind', header: t('cause.kind'), value: (row) => t(`kind.${of(row).kind}`) },
        {
          id: 'availability',
          header: t('cause.availability'),
          value: (row) => t(`availability.${of(row).availability}`),
        },
        {
          id: 'retired',
          header: t('cause.retired'),
          value: (row) => t(of(row).retired ? 'yes' : 'no'),
        },
      ],
      fields: <Fields />,
    }),
    [t],
  );
}

/** The causes of downtimes that a company tells apart, and those that it has deleted. */
export const DowntimeCausesPage = () => (
  <CompanyListPage
    calls={downtimeCausesCalls as unknown as CompanyListCalls}
    icon={IconPlugConnectedX}
    words="downtimes"
    more={useMore()}
  />
);

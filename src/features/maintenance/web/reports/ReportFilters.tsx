import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChoiceFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { REPORT_STATES } from '../../reports.model.ts';
import type { ReportsAddress } from './reports-list.ts';

/** What the reports are narrowed by. */
export function ReportFilters({ state }: { state: ReportsAddress }) {
  const { t } = useTranslation('reports');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  return (
    <>
      <ChoiceFilter
        state={state}
        name={'state'}
        label={t('book.fields.state')}
        any={t('filter.any_state')}
        options={REPORT_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <PickFilter
        state={state}
        name={'plant'}
        label={t('book.fields.plant')}
        any={t('filter.any_plant')}
        none={t('filter.no_plant')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <ChoiceFilter
        state={state}
        name={'proposal'}
        label={t('filter.proposal')}
        any={t('filter.any_proposal')}
        options={[{ value: 'open', label: t('proposal.waits') }]}
      />
    </>
  );
}

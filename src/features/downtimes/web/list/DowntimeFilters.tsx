import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { CLAIM_STATES } from '../../claims.model.ts';
import { downtimeCausesCalls } from '../../downtime-causes.contract.ts';
import type { DowntimesAddress } from './downtimes-list.ts';

/** What the list of downtimes is narrowed by. */
export function DowntimeFilters({ state }: { state: DowntimesAddress }) {
  const { t } = useTranslation('downtimes');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: causes = [] } = useCall(downtimeCausesCalls.list);
  return (
    <>
      <PickFilter
        {...{ state, name: 'plant', label: t('filter.plant') }}
        any={t('filter.any_plant')}
        none={t('filter.no_plant')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <PickFilter
        {...{ state, name: 'cause', label: t('filter.cause') }}
        any={t('filter.any_cause')}
        options={causes.map(({ id, name }) => ({ value: String(id), label: name }))}
        stranger={(id) => `#${id}`}
      />
      <ChoiceFilter
        {...{ state, name: 'lasting', label: t('filter.open') }}
        any={t('filter.any_open')}
        options={[
          { value: 'true', label: t('filter.is_open') },
          { value: 'false', label: t('filter.is_ended') },
        ]}
      />
      <ChoiceFilter
        {...{ state, name: 'claim', label: t('filter.claim') }}
        any={t('filter.any_claim')}
        options={CLAIM_STATES.map((value) => ({ value, label: t(`claim.${value}`) }))}
      />
      <ChoiceFilter
        {...{ state, name: 'figure', label: t('filter.figure') }}
        any={t('filter.any_figure')}
        options={(['none', 'partial'] as const).map((value) => ({
          value,
          label: t(`filter.figure_${value}`),
        }))}
      />
      <DaysFilter state={state} any={t('filter.any_time')} />
    </>
  );
}

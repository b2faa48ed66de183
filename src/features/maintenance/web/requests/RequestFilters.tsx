import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { maintenanceTypesCalls } from '../../maintenance-types.contract.ts';
import { AGES, PRIORITIES, REQUEST_STATES } from '../../request-states.model.ts';
import type { RequestsAddress } from './requests-list.ts';

/** What the requests are narrowed by. */
export function RequestFilters({ state }: { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: types = [] } = useCall(maintenanceTypesCalls.list);
  return (
    <>
      <ChoiceFilter
        state={state}
        name={'state'}
        label={t('filter.state')}
        any={t('filter.any_state')}
        options={[
          { value: 'pending', label: t('filter.pending') },
          ...REQUEST_STATES.map((value) => ({ value, label: t(`request.state.${value}`) })),
        ]}
      />
      <PickFilter
        state={state}
        name={'plant'}
        label={t('filter.plant')}
        any={t('filter.any_plant')}
        none={t('filter.no_plant')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      />
      <ChoiceFilter
        state={state}
        name={'priority'}
        label={t('filter.priority')}
        any={t('filter.any_priority')}
        options={PRIORITIES.map((value) => ({ value, label: t(`request.priority.${value}`) }))}
      />
      <ChoiceFilter
        state={state}
        name={'assigned'}
        label={t('filter.assigned')}
        any={t('filter.any_assigned')}
        options={(['me', 'nobody'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {types.length > 0 && (
        <ChoiceFilter
          state={state}
          name={'type'}
          label={t('filter.type')}
          any={t('filter.any_type')}
          options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <ChoiceFilter
        state={state}
        name={'age'}
        label={t('filter.age')}
        any={t('filter.any_age')}
        options={AGES.map((value) => ({ value, label: t(`age.${value}`) }))}
      />
      <DaysFilter state={state} any={t('filter.any_day')} />
      <ChoiceFilter
        state={state}
        name={'reached'}
        label={t('filter.reached')}
        any={t('filter.any_reached')}
        options={(['accepted', 'solved'] as const).map((value) => ({
          value,
          label: t(`filter.reached_${value}`),
        }))}
      />
      <ChoiceFilter
        state={state}
        name={'overdue'}
        label={t('filter.overdue')}
        any={t('filter.any_due')}
        options={[{ value: 'true', label: t('filter.is_overdue') }]}
      />
    </>
  );
}

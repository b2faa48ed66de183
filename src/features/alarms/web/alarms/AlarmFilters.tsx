import { useTranslation } from 'react-i18next';
import { DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { ALARM_CODES } from '../../../notifications/alarm-codes.model.ts';
import { useColleagues } from '../use-person-choices.ts';
import { type AlarmsAddress, isByPlant } from './alarms-list.ts';
import { DeviceFilter, PlantFilter } from './place-filters.tsx';

interface Props {
  state: AlarmsAddress;
}

function PersonFilter({ state }: Props) {
  const { t } = useTranslation('alarms');
  const { data = [] } = useColleagues();
  return (
    <PickFilter
      state={state}
      name="assigned"
      label={t('filter.assigned')}
      any={t('filter.anybody')}
      none={t('filter.no_person')}
      options={[
        { value: 'me', label: t('filter.me') },
        { value: 'nobody', label: t('filter.nobody') },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      stranger={(id) => `#${id}`}
    />
  );
}

/** What the list of alarms is narrowed by beside the chips; counted by plant, whole plants are. */
export function AlarmFilters({ state }: Props) {
  const { t } = useTranslation('alarms');
  const each = !isByPlant(state.search);
  return (
    <>
      {each && <PlantFilter state={state} />}
      {each && <DeviceFilter state={state} />}
      <PickFilter
        state={state}
        name="code"
        label={t('filter.code')}
        any={t('filter.any_code')}
        options={ALARM_CODES.map((value) => ({ value, label: t(`name.${value}`) }))}
      />
      <PersonFilter state={state} />
      {each && <DaysFilter state={state} />}
    </>
  );
}

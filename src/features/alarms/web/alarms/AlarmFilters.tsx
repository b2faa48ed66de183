import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ALARM_CODES } from '../../alarms.model.ts';
import { useColleagues } from '../alarms.api.ts';
import classes from '../alarms.module.css';
import type { AlarmsSearch } from './alarms-search.ts';
import { DeviceFilter, PlantFilter } from './PlantFilter.tsx';
import { SpanFilter } from './SpanFilter.tsx';

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** One kind of alarm; the list comes from what can be wrong. */
function KindFilter({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  return (
    <Select
      className={classes.kindFilter ?? ''}
      aria-label={t('filter.code')}
      placeholder={t('filter.any_code')}
      clearable
      comboboxProps={{ withinPortal: false, width: 'max-content', position: 'bottom-start' }}
      clearButtonProps={{ 'aria-label': t('filter.any_code') }}
      data={ALARM_CODES.map((value) => ({ value, label: t(`name.${value}`) }))}
      value={search.code ?? null}
      onChange={(code) => onSearch({ code: ALARM_CODES.find((one) => one === code) })}
    />
  );
}

function PersonFilter({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  const { data = [] } = useColleagues();
  const people = [
    { value: 'me', label: t('filter.me') },
    { value: 'nobody', label: t('filter.nobody') },
    ...data.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const { assigned } = search;
  const stranger = assigned !== undefined && !people.some(({ value }) => value === assigned);
  return (
    <Select
      className={classes.filter ?? ''}
      aria-label={t('filter.assigned')}
      placeholder={t('filter.anybody')}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('filter.anybody') }}
      nothingFoundMessage={t('filter.no_person')}
      data={stranger ? [...people, { value: assigned, label: `#${assigned}` }] : people}
      value={assigned ?? null}
      onChange={(next) => onSearch({ assigned: next ?? undefined })}
    />
  );
}

/** What the list of alarms is narrowed by beside the chips, all of it in the address; counted by plant, whole plants are. */
export function AlarmFilters({ search, onSearch }: Props) {
  const each = search.by === undefined;
  return (
    <>
      {each && <PlantFilter search={search} onSearch={onSearch} />}
      {each && <DeviceFilter search={search} onSearch={onSearch} />}
      <KindFilter search={search} onSearch={onSearch} />
      <PersonFilter search={search} onSearch={onSearch} />
      {each && <SpanFilter search={search} onSearch={onSearch} />}
    </>
  );
}

import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlantDevices, usePlants } from '../alarms.api.ts';
import classes from '../alarms.module.css';
import type { AlarmsSearch } from './alarms-search.ts';

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** A list of 1,000 plants is found by typing, not by scrolling. */
const SHOWN_AT_ONCE = 60;

/** One plant by its name or code; one that an address names and nobody knows stands as it is written. */
export function PlantFilter({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  const { data = [] } = usePlants();
  const { plant } = search;
  const known = data.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }));
  const stranger = plant !== undefined && !known.some(({ value }) => value === plant);
  return (
    <Select
      className={classes.plantFilter ?? ''}
      aria-label={t('filter.plant')}
      placeholder={t('filter.any_plant')}
      searchable
      clearable
      limit={SHOWN_AT_ONCE}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('filter.any_plant') }}
      nothingFoundMessage={t('filter.no_plant')}
      data={stranger ? [...known, { value: plant, label: plant }] : known}
      value={plant ?? null}
      onChange={(next) => onSearch({ plant: next ?? undefined, device: undefined })}
    />
  );
}

/** A device of the chosen plant; without a plant there would be too many of the same name. */
export function DeviceFilter({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  const { plant, device } = search;
  const { data = [] } = usePlantDevices(plant);
  if (plant === undefined && device === undefined) return null;
  const known = data.map(({ device_id, short_name }) => ({ value: String(device_id), label: short_name }));
  const stranger = device !== undefined && !known.some(({ value }) => value === device);
  return (
    <Select
      className={classes.filter ?? ''}
      aria-label={t('filter.device')}
      placeholder={t('filter.any_device')}
      searchable
      clearable
      limit={SHOWN_AT_ONCE}
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('filter.any_device') }}
      nothingFoundMessage={t('filter.no_device')}
      data={stranger ? [...known, { value: device, label: `#${device}` }] : known}
      value={device ?? null}
      onChange={(next) => onSearch({ device: next ?? undefined })}
    />
  );
}

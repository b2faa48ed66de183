import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { PickFilter } from '../../../../shared/web/list/filters.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import type { AlarmsAddress } from './alarms-list.ts';

/** One plant by its name or code. */
export function PlantFilter({ state }: { state: AlarmsAddress }) {
  const { t } = useTranslation('alarms');
  const { data = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  return (
    <PickFilter
      state={state}
      name="plant"
      resets={['device']}
      label={t('filter.plant')}
      any={t('filter.any_plant')}
      none={t('filter.no_plant')}
      options={data.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
    />
  );
}

/** A device of the chosen plant; without a plant there would be too many of the same name. */
export function DeviceFilter({ state }: { state: AlarmsAddress }) {
  const { t } = useTranslation('alarms');
  const { plant, device } = state.search;
  const { data = [] } = useCall(
    plantsCalls.devicesName,
    plant === undefined ? null : { query: { proj_code: plant } },
    {
      staleTime: 60_000,
    },
  );
  if (plant === undefined && device === undefined) return null;
  return (
    <PickFilter
      state={state}
      name="device"
      label={t('filter.device')}
      any={t('filter.any_device')}
      none={t('filter.no_device')}
      options={data.map(({ device_id, short_name }) => ({ value: String(device_id), label: short_name }))}
      stranger={(id) => `#${id}`}
    />
  );
}

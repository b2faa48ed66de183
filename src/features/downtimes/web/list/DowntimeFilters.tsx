import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { AVAILABILITY_CLASSES, CAUSE_KINDS } from '../../causes.model.ts';
import { CLAIM_STATES } from '../../claims.model.ts';
import { downtimeCausesCalls } from '../../downtime-causes.contract.ts';
import type { DowntimesAddress } from './downtimes-list.ts';

/** Of which device, or of which make: makers come from the figures of maintenance, and are undone here. */
function DeviceFilters({ state }: { state: DowntimesAddress }) {
  const { t } = useTranslation('downtimes');
  const { plant, device, maker, model } = state.search;
  const { data: devices = [] } = useCall(
    plantsCalls.devicesName,
    plant === undefined ? null : { query: { proj_code: plant } },
  );
  const named = (value: string) => (value === '-' ? t('filter.not_given') : value);
  return (
    <>
      {(plant !== undefined || device !== undefined) && (
        <PickFilter
          state={state}
          name={'device'}
          label={t('filter.device')}
          any={t('filter.any_device')}
          options={devices.map(({ device_id, short_name }) => ({
            value: String(device_id),
            label: short_name,
          }))}
          stranger={(id) => `#${id}`}
        />
      )}
      {maker !== '' && (
        <PickFilter
          state={state}
          name={'maker'}
          label={t('filter.maker')}
          stranger={named}
          resets={['model']}
          any={t('filter.any_maker')}
          options={[]}
        />
      )}
      {model !== '' && (
        <PickFilter
          state={state}
          name={'model'}
          label={t('filter.model')}
          stranger={named}
          any={t('filter.any_model')}
          options={[]}
        />
      )}
    </>
  );
}

/** What the causes are about, how they count, and whether it was planned. */
function CauseFilters({ state }: { state: DowntimesAddress }) {
  const { t } = useTranslation('downtimes');
  return (
    <>
      <ChoiceFilter
        state={state}
        name={'kind'}
        label={t('cause.kind')}
        any={t('filter.any_kind')}
        options={CAUSE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <ChoiceFilter
        state={state}
        name={'availability'}
        label={t('cause.availability')}
        any={t('filter.any_availability')}
        options={AVAILABILITY_CLASSES.map((value) => ({ value, label: t(`availability.${value}`) }))}
      />
      <ChoiceFilter
        state={state}
        name={'planned'}
        label={t('filter.planned')}
        any={t('filter.any_planned')}
        options={(['true', 'false'] as const).map((value) => ({
          value,
          label: t(`filter.planned_${value}`),
        }))}
      />
    </>
  );
}

/** What the list of downtimes is narrowed by. */
export function DowntimeFilters({ state }: { state: DowntimesAddress }) {
  const { t } = useTranslation('downtimes');
  const { data: plants = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { data: causes = [] } = useCall(downtimeCausesCalls.list);
  return (
    <>
      <PickFilter
        state={state}
        name={'plant'}
        label={t('filter.plant')}
        any={t('filter.any_plant')}
        none={t('filter.no_plant')}
        options={plants.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
        resets={['device']}
      />
      <DeviceFilters state={state} />
      <PickFilter
        state={state}
        name={'cause'}
        label={t('filter.cause')}
        any={t('filter.any_cause')}
        options={causes.map(({ id, name }) => ({ value: String(id), label: name }))}
        stranger={(id) => `#${id}`}
      />
      <CauseFilters state={state} />
      <ChoiceFilter
        state={state}
        name={'lasting'}
        label={t('filter.open')}
        any={t('filter.any_open')}
        options={[
          { value: 'true', label: t('filter.is_open') },
          { value: 'false', label: t('filter.is_ended') },
        ]}
      />
      <ChoiceFilter
        state={state}
        name={'claim'}
        label={t('filter.claim')}
        any={t('filter.any_claim')}
        options={CLAIM_STATES.map((value) => ({ value, label: t(`claim.${value}`) }))}
      />
      <ChoiceFilter
        state={state}
        name={'figure'}
        label={t('filter.figure')}
        any={t('filter.any_figure')}
        options={(['none', 'partial'] as const).map((value) => ({
          value,
          label: t(`filter.figure_${value}`),
        }))}
      />
      <DaysFilter state={state} any={t('filter.any_time')} />
      {state.search.span !== 'all' && (
        <ChoiceFilter
          state={state}
          name={'days'}
          label={t('filter.days')}
          any={t('filter.days_open')}
          options={[{ value: 'began', label: t('filter.days_began') }]}
        />
      )}
    </>
  );
}

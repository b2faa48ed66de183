import { IconCpu } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../shared/web/list/data-table.model.ts';
import { FilterChips } from '../../../shared/web/list/FilterChips.tsx';
import { ListPage } from '../../../shared/web/list/ListPage.tsx';
import { PAGE_SIZE } from '../../../shared/web/list/list-props.ts';
import { STATE_ICON } from '../../../shared/web/theme/states.ts';
import { StatePill } from '../../../shared/web/ui/StatePill.tsx';
import type { ConnectedDevice } from '../home-devices.contract.ts';
import { SENDING_STATES } from '../home-states.model.ts';
import { residentialCalls } from '../residential.contract.ts';
import type { Address } from './HomesFilters.tsx';
import { HomeLink } from './HomesTab.tsx';
import { SENDING_LOOK } from './sending-looks.ts';

function useDeviceColumns(): readonly DataColumn<ConnectedDevice>[] {
  const { t } = useTranslation('residential');
  const { dateTime } = useFormat();
  return useMemo(() => {
    const columns: DataColumn<ConnectedDevice>[] = [
      { id: 'device', header: t('alarms.device'), names: true, value: ({ short_name }) => short_name },
      {
        id: 'home',
        header: t('field.name'),
        value: ({ home }) => home,
        cell: ({ proj_code, home }) => <HomeLink proj_code={proj_code} name={home} />,
      },
      {
        id: 'state',
        header: t('field.state'),
        value: ({ state }) => state,
        cell: ({ state }) => <StatePill state={SENDING_LOOK[state]} label={t(`device_state.${state}`)} />,
      },
      {
        id: 'last_reading',
        header: t('last_reading'),
        value: ({ last_reading_at }) => last_reading_at,
        cell: ({ last_reading_at }) => (last_reading_at === null ? null : dateTime(last_reading_at)),
      },
      {
        id: 'provider',
        header: t('field.provider'),
        value: ({ provider }) => provider,
        cell: ({ provider }) => t(`provider.${provider}`),
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, dateTime]);
}

/** Devices of homes with how they send; each count is a filter. */
export function DevicesTab({ state }: { state: Address }) {
  const { t } = useTranslation('residential');
  const { page, project, state: sending } = state.search;
  const ofProject = project ? { project_id: project } : {};
  const counts = useCall(residentialCalls.devicesDataSendingStatuses, { query: ofProject });
  const query = useCall(
    residentialCalls.connectedDevices,
    {
      query: { page, page_size: String(PAGE_SIZE), ...ofProject, ...(sending && { state: sending }) },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <ListPage
      state={state}
      name="residential-devices"
      label={t('tab.devices')}
      search={null}
      columns={useDeviceColumns()}
      query={query}
      rowKey={({ device_id }) => device_id}
      chips={
        <FilterChips
          label={t('field.state')}
          value={sending ?? ''}
          onChange={(next) => state.set({ state: next === '' || next === sending ? undefined : next })}
          chips={SENDING_STATES.map((one) => ({
            value: one,
            label: t(`device_state.${one}`),
            count: counts.data?.devices[one] ?? null,
            look: SENDING_LOOK[one],
            icon: STATE_ICON[SENDING_LOOK[one]],
          }))}
        />
      }
      empty={{ icon: IconCpu, title: t('devices.none'), hint: t('devices.none_hint') }}
    />
  );
}

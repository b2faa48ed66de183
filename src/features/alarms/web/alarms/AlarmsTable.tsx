import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconArchive, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { ListBulk } from '../../../../shared/web/list/list-props.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { PlantLink } from '../PlantLink.tsx';
import { SnoozeDialog, type SnoozePlant } from '../snooze/snooze.public.ts';
import { useAlarmSentence } from '../use-alarm-message.ts';
import { AlarmCard, DeviceCell, PlaceCell, SinceCell, StateCell, WhatCell, WhoCell } from './AlarmCells.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import { alarmsQuery, useClosedAlarms, useEmptyHint } from './alarm-queries.ts';
import type { AlarmsAddress, AlarmsSearch } from './alarms-list.ts';
import { BulkActions } from './BulkActions.tsx';
import { alarmFiltersOf } from './filters.model.ts';
import { RowActions } from './RowActions.tsx';

export interface Props {
  state: AlarmsAddress;
  chips: ReactNode;
  detail: ListDetailProps;
}

/** Typing is over before the server is asked. */
const PAUSE_MS = 250;
/** Each order as the table's heads tell it: there are two, and no way round. */
const SORTED = { date: '-since', severity: '-state' } as const;

const orderAfter = (sort: string): AlarmsSearch['order'] => (sort.endsWith('since') ? 'date' : undefined);

/** Less than this is no room for plant and device side by side. */
const ROOMY = '(min-width: 1200px)';

/** Where it is: in two columns, or in one where room is scarce. */
function placeColumns(t: TFunction<'alarms'>, roomy: boolean): DataColumn<Alarm>[] {
  if (!roomy) {
    return [
      {
        id: 'device',
        header: t('row.device'),
        width: '18%',
        value: ({ short_name, plant_name }) => short_name ?? plant_name,
        cell: (alarm) => <PlaceCell alarm={alarm} />,
      },
    ];
  }
  return [
    {
      id: 'plant',
      header: t('row.plant'),
      width: '16%',
      value: (alarm) => alarm.plant_name,
      cell: (alarm) => <PlantLink plant={alarm} look="stacked" />,
    },
    {
      id: 'device',
      header: t('row.device'),
      width: '9%',
      value: (alarm) => alarm.short_name,
      cell: (alarm) => <DeviceCell alarm={alarm} />,
    },
  ];
}

function useColumns(closed: boolean): DataColumn<Alarm>[] {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmSentence();
  const roomy = useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false }) === true;
  return useMemo(
    () => [
      {
        id: 'state',
        header: t('row.state'),
        width: roomy ? '12%' : '14%',
        // The open ones can be ordered by gravity and by time; the greatest and the newest come first.
        sortable: !closed,
        descFirst: true,
        value: (alarm) => alarm.type,
        cell: (alarm) => <StateCell alarm={alarm} />,
      },
      ...placeColumns(t, roomy),
      {
        id: 'what',
        header: t('row.what'),
        names: true,
        value: messageFor,
        cell: (alarm) => <WhatCell alarm={alarm} />,
      },
      {
        id: 'since',
        header: t(closed ? 'row.ended' : 'row.since'),
        width: '15%',
        sortable: !closed,
        descFirst: true,
        value: (alarm) => alarm.date,
        cell: (alarm) => <SinceCell alarm={alarm} />,
      },
      {
        id: 'who',
        header: t('row.who'),
        width: '12%',
        value: (alarm) => alarm.assigned_to?.name,
        cell: (alarm) => <WhoCell alarm={alarm} />,
      },
    ],
    [t, messageFor, closed, roomy],
  );
}

/** A page of the alarms that the address asks for. */
function useAlarms(search: AlarmsSearch) {
  const { id_client: company } = useCompany();
  const [q] = useDebouncedValue(search.q, PAUSE_MS);
  const filters = alarmFiltersOf({ ...search, q }, new Date());
  const { page, order } = search;
  const { queryKey, ...rest } = alarmsQuery(company, {
    closed: search.view === 'closed',
    filters,
    page,
    order,
  });
  return { queryId: JSON.stringify(queryKey), query: useQuery({ queryKey, ...rest }) };
}

/** What is done with many alarms at once. */
function useBulk(): ListBulk<Alarm> {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmSentence();
  return {
    all: t('bulk.all'),
    nameOf: (alarm) => t('bulk.choose', { what: `${messageFor(alarm)} – ${alarm.plant_name}` }),
    label: t('bulk.title'),
    chosen: (alarms) => t('bulk.chosen', { count: alarms.length }),
    actions: (alarms, choose) => <BulkActions alarms={alarms} onKeep={choose} />,
  };
}

/** Alarms that stand, the gravest first, or those that have ended, a page at a time; within a gravity newest first. */
export function AlarmsTable({ state, chips, detail }: Props) {
  const { t } = useTranslation('alarms');
  const mayWrite = useCan('alarms.write');
  const [snoozing, setSnoozing] = useState<SnoozePlant | null>(null);
  const { search, set } = state;
  const closed = search.view === 'closed';
  const { query, queryId } = useAlarms(search);
  const bulk = useBulk();
  const emptyHint = useEmptyHint();
  return (
    <>
      <ListPage
        state={state}
        name={`alarms-${search.view}`}
        label={t(`tab.${search.view}`)}
        columns={useColumns(closed)}
        query={query}
        rowKey={({ id }) => id}
        live={{ queryId, waiting: (count) => t('list.waiting', { count }), useGone: useClosedAlarms }}
        search={t('filter.search')}
        sort={{
          value: closed ? '' : SORTED[search.order ?? 'severity'],
          onChange: (sort) => set({ order: orderAfter(sort) }),
        }}
        filters={<AlarmFilters state={state} />}
        chips={chips}
        detail={detail}
        fixed
        card={(alarm) => <AlarmCard alarm={alarm} />}
        empty={
          closed
            ? { icon: IconArchive, title: t('list.none_closed'), hint: t('list.none_closed_hint') }
            : { icon: IconCircleCheck, title: t('list.none_open'), ...emptyHint }
        }
        {...(mayWrite &&
          !closed && {
            bulk,
            actions: (alarm: Alarm) =>
              alarm.end_date === null && <RowActions alarm={alarm} onSnooze={setSnoozing} />,
          })}
      />
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[snoozing]} onClose={() => setSnoozing(null)} />
        </Suspense>
      )}
    </>
  );
}

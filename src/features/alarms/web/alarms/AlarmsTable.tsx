import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconArchive, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { useReading } from '../../../../shared/web/list/use-reading.ts';
import { useSelection } from '../../../../shared/web/list/use-selection.ts';
import { useStableRows } from '../../../../shared/web/list/use-stable-rows.ts';
import type { Alarm } from '../../alarms.contract.ts';
import classes from '../alarms.module.css';
import { SnoozeDialog, type SnoozePlant } from '../snooze/snooze.public.ts';
import { useAlarmSentence } from '../use-alarm-message.ts';
import {
  AlarmCard,
  DeviceCell,
  PlaceCell,
  PlantCell,
  type RowNews,
  SinceCell,
  StateCell,
  WhatCell,
  WhoCell,
} from './AlarmCells.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import { alarmsQuery, PAGE_SIZE } from './alarm-queries.ts';
import { type AlarmsSearch, isNarrowed, NO_FILTERS } from './alarms-search.ts';
import { BulkBar } from './BulkBar.tsx';
import { FilterFold } from './FilterFold.tsx';
import { alarmFiltersOf } from './filters.model.ts';
import { RowActions } from './RowActions.tsx';
import { useClosedAlarms } from './use-closed-alarms.ts';
import { useEmptyHint } from './use-empty-hint.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** Typing is over before the server is asked. */
const PAUSE_MS = 250;
/** Each order as the table's heads tell it: there are two, and no way round. */
const SORTED = { date: '-since', severity: '-state' } as const;

function orderAfter(sort: string, order: AlarmsSearch['order']): AlarmsSearch['order'] {
  if (sort.endsWith('state') && order === undefined) return 'severity';
  return undefined;
}

const NONE: ReadonlySet<number | string> = new Set();

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
      width: '19%',
      value: (alarm) => alarm.plant_name,
      cell: (alarm) => <PlantCell alarm={alarm} />,
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

function useColumns(newsOf: (alarm: Alarm) => RowNews, closed: boolean): DataColumn<Alarm>[] {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmSentence();
  const roomy = useMediaQuery(ROOMY, undefined, { getInitialValueInEffect: false }) === true;
  return useMemo(
    () => [
      {
        id: 'state',
        header: t('row.state'),
        // The open ones can be ordered by gravity and by time; the greatest and the newest come first.
        sortable: !closed,
        descFirst: true,
        value: (alarm) => alarm.type,
        cell: (alarm) => <StateCell alarm={alarm} news={newsOf(alarm)} />,
      },
      ...placeColumns(t, roomy),
      {
        id: 'what',
        header: t('row.what'),
        names: true,
        width: '35%',
        value: messageFor,
        cell: (alarm) => <WhatCell alarm={alarm} news={newsOf(alarm)} />,
      },
      {
        id: 'since',
        header: t(closed ? 'row.ended' : 'row.since'),
        sortable: !closed,
        descFirst: true,
        value: (alarm) => alarm.date,
        cell: (alarm) => <SinceCell alarm={alarm} />,
      },
      {
        id: 'who',
        header: t('row.who'),
        width: '14%',
        value: (alarm) => alarm.assigned_to?.name,
        cell: (alarm) => <WhoCell alarm={alarm} />,
      },
    ],
    [t, messageFor, newsOf, closed, roomy],
  );
}

/** The rows of a question, which do not jump while somebody reads them. */
function useStableAlarms(search: AlarmsSearch, reading: boolean) {
  const { id_client: company } = useCompany();
  const [q] = useDebouncedValue(search.q, PAUSE_MS);
  const filters = alarmFiltersOf({ ...search, q }, new Date());
  const { queryKey, ...rest } = alarmsQuery(company, {
    closed: search.view === 'closed',
    filters,
    page: search.page,
    order: search.order,
  });
  const query = useQuery({ queryKey, ...rest });
  const { stable, showAll } = useStableRows<Alarm>({
    // What stands in for the next page is the one before: it is on screen already.
    fresh: query.isPlaceholderData ? undefined : query.data?.results,
    queryId: JSON.stringify(queryKey),
    frozen: reading || search.alarm !== undefined,
    page_size: PAGE_SIZE,
    rowKey: ({ id }) => id,
  });
  const gone = useClosedAlarms(stable?.gone ?? NONE);
  const rows = stable?.rows.map((row) => gone.get(row.id) ?? row);
  // What is on screen is counted: what went still stands there, what waits does not yet.
  const count = (query.data?.count ?? 0) + (stable ? stable.gone.size - stable.waiting : 0);
  return { query, stable, rows, count, showAll };
}

/** Alarms that stand, or those that have ended, a page at a time, newest first. */
export function AlarmsTable({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  const mayWrite = useCan('alarms.write');
  const { reading, handlers } = useReading(true);
  const [snoozing, setSnoozing] = useState<SnoozePlant | null>(null);
  const choice = useSelection(JSON.stringify({ ...search, alarm: undefined, log: undefined }));
  const { query, stable, rows, count, showAll } = useStableAlarms(search, reading || choice.chosen.size > 0);
  const messageFor = useAlarmSentence();
  const newsOf = useMemo(
    () =>
      ({ id }: Alarm): RowNews =>
        stable?.gone.has(id) ? 'gone' : stable?.arrived.has(id) ? 'arrived' : null,
    [stable],
  );
  const closed = search.view === 'closed';
  const emptyHint = useEmptyHint();
  const columns = useColumns(newsOf, closed);
  const narrowed = isNarrowed(search);
  const clear = () => onSearch(NO_FILTERS);
  return (
    <div className={classes.list} {...handlers}>
      <Waiting count={stable?.waiting ?? 0} of="list.waiting" onShow={showAll} />
      <DataTable
        label={t(`tab.${search.view}`)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        error={query.error}
        onRetry={() => void query.refetch()}
        updatedAt={query.dataUpdatedAt}
        empty={
          closed
            ? { icon: IconArchive, title: t('list.none_closed'), hint: t('list.none_closed_hint') }
            : { icon: IconCircleCheck, title: t('list.none_open'), ...emptyHint }
        }
        view={{ q: search.q, sort: closed ? '' : SORTED[search.order ?? 'date'] }}
        onView={({ q, sort }) => {
          if (q !== undefined) onSearch({ q });
          if (sort !== undefined) onSearch({ order: orderAfter(sort, search.order) });
        }}
        search={t('filter.search')}
        filters={
          <FilterFold narrowed={narrowed} onClear={clear}>
            <AlarmFilters search={search} onSearch={onSearch} />
          </FilterFold>
        }
        filtered={narrowed}
        onShowAll={clear}
        card={(alarm) => <AlarmCard alarm={alarm} news={newsOf(alarm)} />}
        {...(mayWrite && !closed
          ? {
              actions: (alarm: Alarm) =>
                alarm.end_date === null && <RowActions alarm={alarm} onSnooze={setSnoozing} />,
              choosing: {
                ...choice,
                all: t('bulk.all'),
                nameOf: (alarm: Alarm) =>
                  t('bulk.choose', { what: `${messageFor(alarm)} – ${alarm.plant_name}` }),
              },
            }
          : {})}
        paging={{
          page: Number(search.page),
          page_size: PAGE_SIZE,
          count,
          onPage: (next) => onSearch({ page: String(next) }),
        }}
      />
      <BulkBar
        alarms={(rows ?? []).filter(({ id }) => choice.chosen.has(id))}
        onClear={choice.clear}
        onKeep={choice.onChosen}
      />
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[snoozing]} onClose={() => setSnoozing(null)} />
        </Suspense>
      )}
    </div>
  );
}

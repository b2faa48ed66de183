import { IconListDetails } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { LOG_SOURCES, logsCalls, MAX_LOG_DAYS } from '../../logs.contract.ts';
import type { AlarmsAddress } from '../alarms/alarms-list.ts';
import { type LogFilters, logFiltersOf } from '../alarms/filters.model.ts';
import { DeviceFilter, PlantFilter } from '../alarms/place-filters.tsx';
import { Person } from '../Person.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { usePersonChoices } from '../use-person-choices.ts';
import { What } from './DiaryWhat.tsx';
import { type DiaryRow, devicesOf, filtersOfLog, foldRepeats } from './diary.model.ts';

/** The way to its device; of several how many they are. */
function DeviceLink({ row }: { row: DiaryRow }) {
  const { t } = useTranslation('logs');
  const { device_id, short_name, proj_code } = row.entry;
  const names = devicesOf(row);
  if (names.length > 1) return <span title={names.join(', ')}>{t('devices', { count: names.length })}</span>;
  if (device_id === null) return null;
  const name = short_name ?? `#${device_id}`;
  return (
    <Link
      to="/apps/asset/plants/$proj_code/devices/$id"
      params={{ proj_code, id: String(device_id) }}
      preload={false}
    >
      {name}
    </Link>
  );
}

function useColumns(): readonly DataColumn<DiaryRow>[] {
  const { t } = useTranslation('logs');
  const { dateTime } = useFormat();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('when'),
        width: '150px',
        value: ({ entry }) => entry.at,
        cell: ({ entry }) => (
          <Nowrap>
            <time dateTime={entry.at}>{dateTime(entry.at, entry.time_zone)}</time>
          </Nowrap>
        ),
      },
      {
        id: 'what',
        header: t('what'),
        names: true,
        value: ({ entry }) => entry.kind,
        cell: (row) => <What row={row} />,
      },
      {
        id: 'device',
        header: t('device'),
        value: ({ entry }) => entry.short_name,
        cell: (row) => <DeviceLink row={row} />,
      },
      {
        id: 'plant',
        header: t('plant'),
        value: ({ entry }) => entry.plant_name,
        cell: ({ entry }) => <PlantLink plant={entry} />,
      },
      {
        id: 'who',
        header: t('who'),
        value: ({ entry }) => entry.actor?.name,
        cell: ({ entry }) => (entry.actor ? <Person person={entry.actor} /> : UNKNOWN),
      },
    ],
    [t, dateTime],
  );
}

const NONE: readonly DiaryRow[] = [];
const PAGE_SIZE = 100;
const HALF_A_DAY = 0.5;

/** Whole days between both ends, of which one may have 23 or 25 hours; none where an end is open. */
function daysIn({ start, end }: LogFilters): number {
  if (start === undefined || end === undefined) return 0;
  return Math.floor((Date.parse(end) - Date.parse(start)) / 86_400_000 + HALF_A_DAY);
}

interface Props {
  state: AlarmsAddress;
  detail: ListDetailProps;
}

/** Of events: a row may hold several. */
function useCounted(entries: number, rows: number, all: number): string {
  const { t } = useTranslation('logs');
  const { number } = useFormat();
  const words = { all: number(all, 0), here: number(entries, 0), rows: number(rows, 0) };
  return rows < entries ? t('folded', { count: rows, ...words }) : t('counted', { count: all, ...words });
}

function Filters({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation('logs');
  return (
    <>
      <ChoiceFilter
        state={state}
        name="source"
        label={t('source_filter')}
        any={t('any_source')}
        options={LOG_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <PlantFilter state={state} />
      <DeviceFilter state={state} />
      <PickFilter
        state={state}
        name="person"
        label={t('who')}
        any={t('anybody')}
        options={usePersonChoices()}
        stranger={(id) => `#${id}`}
      />
      <DaysFilter state={state} any={t('last_week')} />
      <ChoiceFilter
        state={state}
        name="routine"
        label={t('routine_filter')}
        any={t('notable')}
        options={[{ value: 'true', label: t('routine') }]}
      />
    </>
  );
}

/** What happened in the company: alarms and what was done about them, what devices did, what people changed; newest first. */
export function Diary({ state, detail }: Props) {
  const { t } = useTranslation('logs');
  const { log, page } = state.search;
  const filters = logFiltersOf(state.search, new Date());
  const tooLong = daysIn(filters) > MAX_LOG_DAYS;
  const query = useCall(
    logsCalls.logsDetail,
    { query: { ...filters, page, page_size: String(PAGE_SIZE) } },
    { placeholderData: keepPreviousData, enabled: !tooLong },
  );
  const rows = useMemo(() => query.data && foldRepeats(query.data.results), [query.data]);
  const columns = useColumns();
  const { results = [], count = 0 } = query.data ?? {};
  const counted = useCounted(results.length, rows?.length ?? 0, count);
  if (log !== undefined) {
    const search = (old: object) => ({ ...old, ...filtersOfLog(log), log: undefined });
    return <Navigate to="." search={search as never} replace />;
  }
  return (
    <>
      {tooLong && (
        <Note tone="warning" filled role="alert">
          {t('too_long', { days: MAX_LOG_DAYS })}
        </Note>
      )}
      <ListPage
        state={state}
        name="alarms-diary"
        label={t('title')}
        columns={columns}
        counted={counted}
        query={{ ...query, data: query.data && { count: query.data.count, results: rows ?? NONE } }}
        {...(tooLong && { rows: NONE })}
        pageSize={PAGE_SIZE}
        rowKey={({ key }) => key}
        search={null}
        filters={<Filters state={state} />}
        detail={detail}
        empty={{ icon: IconListDetails, title: t('empty'), hint: t('empty_hint') }}
      />
    </>
  );
}

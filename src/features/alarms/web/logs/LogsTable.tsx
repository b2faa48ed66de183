import { NativeSelect } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { LOG_SOURCES, type Log, MAX_LOG_DAYS } from '../../logs.contract.ts';
import { PAGE_SIZE } from '../alarms/alarm-queries.ts';
import { type AlarmsSearch, isNarrowed, NO_FILTERS } from '../alarms/alarms-search.ts';
import { FilterFold } from '../alarms/FilterFold.tsx';
import { type LogFilters, logFiltersOf } from '../alarms/filters.model.ts';
import { DeviceFilter, PlantFilter } from '../alarms/PlantFilter.tsx';
import { SpanFilter } from '../alarms/SpanFilter.tsx';
import page from '../alarms.module.css';
import { logKeyOf, useLogs } from './log-queries.ts';
import classes from './logs.module.css';

/** Alarms and warnings of the day, each as colour, icon and word. */
function SeverityCounts({ log: { errors, warnings } }: { log: Log }) {
  const { t } = useTranslation('logs');
  if (errors + warnings === 0) return <span className="muted">{t('none_raised')}</span>;
  return (
    <span className={classes.weights}>
      {errors > 0 && <StatePill state="alarm" label={t('errors', { count: errors })} />}
      {warnings > 0 && <StatePill state="warning" label={t('warnings', { count: warnings })} />}
    </span>
  );
}

function useColumns(): DataColumn<Log>[] {
  const { t } = useTranslation('logs');
  const { time, number } = useFormat();
  return useMemo(
    () => [
      {
        id: 'of',
        header: t('of'),
        names: true,
        value: (log) => log.short_name ?? log.plant_name,
        cell: (log) => (
          <Link
            from="/apps/asset/alarms"
            to="/apps/asset/alarms"
            search={(old) => ({ ...old, log: logKeyOf(log), alarm: undefined })}
            resetScroll={false}
            preload={false}
            className={page.alarmLink}
          >
            {log.short_name ?? t('plant_itself')}
          </Link>
        ),
      },
      {
        id: 'plant',
        header: t('plant'),
        value: (log) => log.plant_name,
        cell: ({ plant_name, proj_code }) => (
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} className={page.link}>
            {plant_name} <span className={page.code}>{proj_code}</span>
          </Link>
        ),
      },
      {
        id: 'day',
        header: t('day'),
        value: (log) => log.day,
        cell: ({ day, first, last, time_zone }) => (
          <span className="num">
            {day.split('-').reverse().join('/')}
            <span className={page.sub}>
              {time(first, time_zone)}
              {last !== first && ` – ${time(last, time_zone)}`}
            </span>
          </span>
        ),
      },
      {
        id: 'raised',
        header: t('raised'),
        value: (log) => log.errors + log.warnings,
        cell: (log) => <SeverityCounts log={log} />,
      },
      {
        id: 'entries',
        header: t('entries'),
        numeric: true,
        value: (log) => log.entries,
        cell: ({ entries }) => number(entries, 0),
      },
    ],
    [t, time, number],
  );
}

const NONE: readonly Log[] = [];
const HALF_A_DAY = 0.5;

/** Whole days between both ends, of which one may have 23 or 25 hours; none where an end is open. */
function daysIn({ start, end }: LogFilters): number {
  if (start === undefined || end === undefined) return 0;
  return Math.floor((Date.parse(end) - Date.parse(start)) / 86_400_000 + HALF_A_DAY);
}

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** What was written down, by device and day, newest first; a log opens to its entries. */
export function LogsTable({ search, onSearch }: Props) {
  const { t } = useTranslation('logs');
  const columns = useColumns();
  const filters = logFiltersOf(search, new Date());
  const tooLong = daysIn(filters) > MAX_LOG_DAYS;
  const asking = useLogs(filters, search.page, !tooLong);
  const narrowed = isNarrowed(search);
  const clear = () => onSearch(NO_FILTERS);
  return (
    <>
      {tooLong && (
        <p role="alert" className={classes.tooLong}>
          {t('too_long', { days: MAX_LOG_DAYS })}
        </p>
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={tooLong ? NONE : asking.data?.results}
        rowKey={logKeyOf}
        error={asking.error}
        onRetry={() => void asking.refetch()}
        updatedAt={asking.dataUpdatedAt}
        empty={{ icon: IconListDetails, title: t('empty'), hint: t('empty_hint') }}
        search={null}
        filters={
          <FilterFold narrowed={narrowed} onClear={clear}>
            <PlantFilter search={search} onSearch={onSearch} />
            <DeviceFilter search={search} onSearch={onSearch} />
            <NativeSelect
              className={page.filter ?? ''}
              aria-label={t('source_filter')}
              value={search.source ?? ''}
              data={[
                { value: '', label: t('any_source') },
                ...LOG_SOURCES.map((value) => ({ value, label: t(`source.${value}`) })),
              ]}
              onChange={(event) =>
                onSearch({ source: LOG_SOURCES.find((one) => one === event.currentTarget.value) })
              }
            />
            <SpanFilter search={search} onSearch={onSearch} all={t('last_week')} />
          </FilterFold>
        }
        filtered={narrowed}
        onShowAll={clear}
        paging={{
          page: Number(search.page),
          page_size: PAGE_SIZE,
          count: asking.data?.count ?? 0,
          onPage: (next) => onSearch({ page: String(next) }),
        }}
      />
    </>
  );
}

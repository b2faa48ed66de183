import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter, DaysFilter } from '../../../../shared/web/list/filters.tsx';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { Muted, Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { LOG_SOURCES, type Log, MAX_LOG_DAYS } from '../../logs.contract.ts';
import type { AlarmsAddress } from '../alarms/alarms-list.ts';
import { type LogFilters, logFiltersOf } from '../alarms/filters.model.ts';
import { DeviceFilter, PlantFilter } from '../alarms/place-filters.tsx';
import page from '../alarms.module.css';
import { PlantLink } from '../PlantLink.tsx';
import { SeverityCounts } from '../SeverityCounts.tsx';
import { logKeyOf, useLogs } from './log-queries.ts';

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
            className={page.strong ?? ''}
          >
            {log.short_name ?? t('plant_itself')}
          </Link>
        ),
      },
      {
        id: 'plant',
        header: t('plant'),
        value: (log) => log.plant_name,
        cell: (log) => <PlantLink plant={log} />,
      },
      {
        id: 'day',
        header: t('day'),
        value: (log) => log.day,
        cell: ({ day, first, last, time_zone }) => (
          <Nowrap>
            {day.split('-').reverse().join('/')}
            <Muted as="div">
              {time(first, time_zone)}
              {last !== first && ` – ${time(last, time_zone)}`}
            </Muted>
          </Nowrap>
        ),
      },
      {
        id: 'raised',
        header: t('raised'),
        value: (log) => log.errors + log.warnings,
        cell: ({ errors, warnings }) => <SeverityCounts errors={errors} warnings={warnings} />,
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
  state: AlarmsAddress;
  detail: ListDetailProps;
}

function Filters({ state }: Pick<Props, 'state'>) {
  const { t } = useTranslation('logs');
  return (
    <>
      <PlantFilter state={state} />
      <DeviceFilter state={state} />
      <ChoiceFilter
        state={state}
        name="source"
        label={t('source_filter')}
        any={t('any_source')}
        options={LOG_SOURCES.map((value) => ({ value, label: t(`source.${value}`) }))}
      />
      <DaysFilter state={state} any={t('last_week')} />
    </>
  );
}

/** What was written down, by device and day, newest first; a log opens to its entries. */
export function LogsTable({ state, detail }: Props) {
  const { t } = useTranslation('logs');
  const filters = logFiltersOf(state.search, new Date());
  const tooLong = daysIn(filters) > MAX_LOG_DAYS;
  const query = useLogs(filters, state.search.page, !tooLong);
  return (
    <>
      {tooLong && (
        <Note tone="warning" filled role="alert">
          {t('too_long', { days: MAX_LOG_DAYS })}
        </Note>
      )}
      <ListPage
        state={state}
        name="alarms-logs"
        label={t('title')}
        columns={useColumns()}
        query={query}
        {...(tooLong && { rows: NONE })}
        rowKey={logKeyOf}
        search={null}
        filters={<Filters state={state} />}
        detail={detail}
        empty={{ icon: IconListDetails, title: t('empty'), hint: t('empty_hint') }}
      />
    </>
  );
}

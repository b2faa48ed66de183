import { Group, List, Stack, Text } from '@mantine/core';
import {
  IconBell,
  IconBellOff,
  IconCpu,
  IconListDetails,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ChoiceFilter, DaysFilter, PickFilter } from '../../../../shared/web/list/filters.tsx';
import type { ListDetailProps } from '../../../../shared/web/list/ListDetail.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { FoldButton } from '../../../../shared/web/page/FoldButton.tsx';
import { Muted, Note, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { LOG_SOURCES, type LogEntry, type LogSource, logsCalls, MAX_LOG_DAYS } from '../../logs.contract.ts';
import { AlarmLink } from '../AlarmLink.tsx';
import type { AlarmsAddress } from '../alarms/alarms-list.ts';
import { type LogFilters, logFiltersOf } from '../alarms/filters.model.ts';
import { DeviceFilter, PlantFilter } from '../alarms/place-filters.tsx';
import { NoteText } from '../NoteText.tsx';
import { Person } from '../Person.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { usePersonChoices } from '../use-person-choices.ts';
import { type DiaryRow, devicesOf, filtersOfLog, foldRepeats } from './diary.model.ts';
import { useEntryLabels } from './entry-labels.ts';

const ICONS: Readonly<Record<LogSource, TablerIcon>> = {
  alarm: IconBell,
  snooze: IconBellOff,
  device: IconCpu,
  configuration: IconSettings,
};

/** What is a problem; its sentence stands out. */
const isGrave = ({ source, kind }: LogEntry): boolean =>
  (source === 'alarm' && (kind === 'opened' || kind === 'repeated')) ||
  (source === 'device' && (kind === 'silent' || kind === 'refused'));

/** The same, as often as it happened within a while: folded until somebody asks. */
function Earlier({ row }: { row: DiaryRow }) {
  const { earlier } = row;
  const { t } = useTranslation('logs');
  const { time } = useFormat();
  const labels = useEntryLabels();
  const [open, setOpen] = useState(false);
  const first = earlier.at(-1);
  const several = devicesOf(row).length > 1;
  if (!first) return null;
  return (
    <>
      <FoldButton open={open} onToggle={setOpen}>
        <Muted as="span">
          {t('times', { count: earlier.length + 1, since: time(first.at, first.time_zone) })}
        </Muted>
      </FoldButton>
      {open && (
        <List size="sm" listStyleType="none" withPadding>
          {(several ? [row.entry, ...earlier] : earlier).map((entry) => (
            <List.Item key={entry.id}>
              <Nowrap>{time(entry.at, entry.time_zone, { seconds: true })}</Nowrap>{' '}
              {[several && entry.short_name, labels(entry)].filter(Boolean).join(' – ')}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

/** What happened, in a sentence that opens the alarm where it was one. */
function What({ row }: { row: DiaryRow }) {
  const { entry } = row;
  const { t } = useTranslation('logs');
  const labels = useEntryLabels();
  const Icon = ICONS[entry.source];
  const said = labels(entry);
  return (
    <Stack gap={2}>
      <Group gap={8} wrap="nowrap" align="start">
        <Muted as="span" title={t(`source.${entry.source}`)}>
          <Icon size={16} stroke={1.8} role="img" aria-label={t(`source.${entry.source}`)} />
        </Muted>
        <Text inherit fw={400} c={isGrave(entry) ? 'var(--alarm-text)' : 'inherit'}>
          {entry.alarm_id === null ? (
            said
          ) : (
            <AlarmLink id={entry.alarm_id} kept>
              {said}
            </AlarmLink>
          )}
        </Text>
      </Group>
      {entry.note !== '' && <NoteText>{entry.note}</NoteText>}
      <Earlier row={row} />
    </Stack>
  );
}

/** Its device, which whoever configures devices can open; of several how many they are. */
function DeviceLink({ row }: { row: DiaryRow }) {
  const { t } = useTranslation('logs');
  const configures = useCan('cloudcontrol');
  const { device_id, short_name } = row.entry;
  const names = devicesOf(row);
  if (names.length > 1) return <span title={names.join(', ')}>{t('devices', { count: names.length })}</span>;
  if (device_id === null) return null;
  const name = short_name ?? `#${device_id}`;
  if (!configures) return name;
  return (
    <Link to="/apps/cloudcontrol/devices/$id" params={{ id: String(device_id) }} preload={false}>
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

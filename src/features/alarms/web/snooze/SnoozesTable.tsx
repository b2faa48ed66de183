import { Button, NativeSelect } from '@mantine/core';
import { IconBellOff, IconBellRinging, IconCalendarClock, IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../../shared/web/charts/duration-words.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { Snooze } from '../../snoozes.contract.ts';
import { PAGE_SIZE } from '../alarms/alarm-queries.ts';
import { type AlarmsSearch, isNarrowed, NO_FILTERS, SNOOZE_STATES } from '../alarms/alarms-search.ts';
import { PlantFilter } from '../alarms/PlantFilter.tsx';
import page from '../alarms.module.css';
import { Person } from '../Person.tsx';
import { EndSnoozeDialog } from './EndSnoozeDialog.tsx';
import { NewSnooze } from './NewSnooze.tsx';
import { lengthOf } from './snooze.model.ts';
import classes from './snooze.module.css';
import { useSnoozes } from './snooze-queries.ts';

const ICONS = { planned: IconCalendarClock, active: IconBellOff, ended: IconHistory } as const;

/** How a snooze stands, and why it ended. */
function StateCell({ snooze }: { snooze: Snooze }) {
  const { t } = useTranslation('snooze');
  const { state, end_reason, ended_by } = snooze;
  const early = end_reason === 'early' && ended_by !== null;
  return (
    <>
      <StatePill
        state={state === 'active' ? 'snoozed' : 'nodata'}
        icon={ICONS[state]}
        label={t(`state.${state}`)}
      />
      {end_reason !== null && (
        <span className={classes.sub}>
          {early ? t('reason.early_by', { name: ended_by.name }) : t(`reason.${end_reason}`)}
        </span>
      )}
    </>
  );
}

function SpanCell({ snooze }: { snooze: Snooze }) {
  const { t } = useTranslation('snooze');
  const { dateTimeAt } = useFormat();
  const duration = useDurationLabels();
  const now = useNow(30_000);
  const { starts_at, ends_at, ended_at, time_zone, state } = snooze;
  const length = lengthOf(snooze);
  const cut = ended_at !== null && ended_at !== ends_at;
  return (
    <span className="num">
      {dateTimeAt(starts_at, time_zone)} – {dateTimeAt(ends_at, time_zone)}
      <span className={classes.sub}>
        {'days' in length ? t('table.length', { count: length.days }) : duration(length.ms)}
        {state === 'active' && ` · ${t('left_of', { left: duration(Date.parse(ends_at) - now) })}`}
        {state === 'planned' && ` · ${t('begins_in', { left: duration(Date.parse(starts_at) - now) })}`}
        {cut && ` · ${t('ended_at', { when: dateTimeAt(ended_at, time_zone) })}`}
      </span>
    </span>
  );
}

function useColumns(): DataColumn<Snooze>[] {
  const { t } = useTranslation('snooze');
  return useMemo(
    () => [
      {
        id: 'plant',
        header: t('table.plant'),
        names: true,
        value: (snooze) => snooze.plant_name,
        cell: ({ proj_code, plant_name }) => (
          <Link to="/apps/asset/plants/$proj_code" params={{ proj_code }} className={page.link}>
            {plant_name} <span className={page.code}>{proj_code}</span>
          </Link>
        ),
      },
      {
        id: 'state',
        header: t('table.state'),
        value: (snooze) => snooze.state,
        cell: (snooze) => <StateCell snooze={snooze} />,
      },
      {
        id: 'when',
        header: t('table.when'),
        width: '26%',
        value: (snooze) => snooze.starts_at,
        cell: (snooze) => <SpanCell snooze={snooze} />,
      },
      {
        id: 'why',
        header: t('table.why'),
        width: '22%',
        long: true,
        value: (snooze) => snooze.snooze_message,
        cell: ({ kind, snooze_message }) => (
          <span className={classes.why}>
            {snooze_message}
            <span className={classes.sub}>{t(`kinds.${kind}`)}</span>
          </span>
        ),
      },
      {
        id: 'who',
        header: t('table.who'),
        value: (snooze) => snooze.created_by?.name,
        cell: ({ created_by }) => (created_by ? <Person person={created_by} /> : UNKNOWN),
      },
      {
        id: 'muted',
        header: t('table.muted'),
        numeric: true,
        decimals: 0,
        value: (snooze) => snooze.muted,
      },
    ],
    [t],
  );
}

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** Whose alarms are muted, were and will be; where nothing is chosen, those that stand come first by their start. */
export function SnoozesTable({ search, onSearch }: Props) {
  const { t } = useTranslation('snooze');
  const mayWrite = useCan('alarms.write');
  const [ending, setEnding] = useState<Snooze | null>(null);
  const columns = useColumns();
  const { state, plant, page: number } = search;
  const asking = useSnoozes({ state, proj_code: plant, page: number, page_size: String(PAGE_SIZE) });
  const endButton = (snooze: Snooze) => {
    if (snooze.state === 'ended') return null;
    const planned = snooze.state === 'planned';
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBellRinging size={15} aria-hidden="true" />}
        aria-label={t(planned ? 'take_back_of' : 'end_of', { plant: snooze.plant_name })}
        onClick={() => setEnding(snooze)}
      >
        {t(planned ? 'take_back' : 'end')}
      </Button>
    );
  };
  return (
    <>
      <DataTable
        label={t('table.title')}
        columns={columns}
        rows={asking.data?.results}
        rowKey={({ id }) => id}
        error={asking.error}
        onRetry={() => void asking.refetch()}
        updatedAt={asking.dataUpdatedAt}
        empty={{ icon: IconBellOff, title: t('table.empty'), hint: t('table.empty_hint') }}
        search={null}
        filters={
          <>
            {mayWrite && <NewSnooze plant={plant} />}
            <PlantFilter search={search} onSearch={onSearch} />
            <NativeSelect
              className={page.filter ?? ''}
              aria-label={t('table.state_filter')}
              value={state ?? ''}
              data={[
                { value: '', label: t('table.all') },
                ...SNOOZE_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
              onChange={(event) => {
                const next = SNOOZE_STATES.find((one) => one === event.currentTarget.value);
                onSearch({ state: next });
              }}
            />
          </>
        }
        filtered={isNarrowed(search)}
        onShowAll={() => onSearch(NO_FILTERS)}
        {...(mayWrite ? { actions: endButton } : {})}
        paging={{
          page: Number(number),
          page_size: PAGE_SIZE,
          count: asking.data?.count ?? 0,
          onPage: (next) => onSearch({ page: String(next) }),
        }}
      />
      {ending && <EndSnoozeDialog snooze={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

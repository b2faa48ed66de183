import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { ageWords, spanWords } from '../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { useReading } from '../../../../shared/web/list/use-reading.ts';
import { useSelection } from '../../../../shared/web/list/use-selection.ts';
import { useStableRows } from '../../../../shared/web/list/use-stable-rows.ts';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { messagesOf } from '../../bell.model.ts';
import classes from '../alarms.module.css';
import { useOpenAlarms } from '../open-alarms.ts';
import { useDayLabels } from '../snooze/day-labels.ts';
import { useAlarmMessage } from '../use-alarm-message.ts';
import { AlarmFilters } from './AlarmFilters.tsx';
import { type AlarmsSearch, isNarrowed, NO_FILTERS } from './alarms-search.ts';
import { BulkBar } from './BulkBar.tsx';
import { byPlant, matchesCriteria, type PlantAlarms } from './by-plant.model.ts';
import { FilterFold } from './FilterFold.tsx';
import { useEmptyHint } from './use-empty-hint.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  search: AlarmsSearch;
  onSearch: (change: Partial<AlarmsSearch>) => void;
}

/** A plant, as the way to its alarms. */
function PlantLink({ plant: { id, plant_name } }: { plant: PlantAlarms }) {
  return (
    <Link
      from="/apps/asset/alarms"
      to="/apps/asset/alarms"
      search={(old) => ({ ...old, by: undefined, plant: id, page: '1' })}
      preload={false}
      className={classes.alarmLink}
    >
      {plant_name} <span className={classes.code}>{id}</span>
    </Link>
  );
}

function SeverityCounts({ plant: { errors, warnings, snoozed_until } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('logs');
  const look = (state: 'alarm' | 'warning') => (snoozed_until === null ? state : 'snoozed');
  return (
    <span className={classes.weights}>
      {errors > 0 && <StatePill state={look('alarm')} label={t('errors', { count: errors })} />}
      {warnings > 0 && <StatePill state={look('warning')} label={t('warnings', { count: warnings })} />}
    </span>
  );
}

/** Most messages that a row says; the rest is counted. */
const MAX_MESSAGES = 2;

function Kinds({ plant: { alarms, snoozed_until, snooze_kind, time_zone } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmMessage();
  const labels = useDayLabels();
  const messages = messagesOf(alarms);
  return (
    <span className={classes.what}>
      {messages
        .slice(0, MAX_MESSAGES)
        .map((message) => messageFor(message))
        .join(' · ')}
      {messages.length > MAX_MESSAGES && ` · ${t('bell.more', { count: messages.length - MAX_MESSAGES })}`}
      {snoozed_until !== null && (
        <span className={classes.sub}>
          {t(snooze_kind === 'planned_work' ? 'row.planned' : 'row.snoozed', {
            until: labels(snoozed_until, time_zone),
          })}
        </span>
      )}
    </span>
  );
}

function Ages({ plant: { newest, oldest, alarms } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('alarms');
  const language = useLanguage();
  const now = useNow(30_000);
  return (
    <span className="num">
      <span className={classes.when}>{ageWords(newest, now, language)}</span>
      {alarms.length > 1 && (
        <span className={`${classes.sub} ${classes.when}`}>
          {t('by_plant.oldest', { lasted: spanWords(oldest, now, language) })}
        </span>
      )}
    </span>
  );
}

function Unseen({ plant: { unacknowledged: unseen } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('alarms');
  const { number } = useFormat();
  return unseen === 0 ? (
    <span className="muted">{t('by_plant.all_seen')}</span>
  ) : (
    <span className="num">{number(unseen, 0)}</span>
  );
}

/** A plant on a phone. */
function PlantCard({ plant }: { plant: PlantAlarms }) {
  return (
    <div className={classes.card}>
      <PlantLink plant={plant} />
      <div className={classes.cardTop}>
        <SeverityCounts plant={plant} />
        <Ages plant={plant} />
      </div>
      <Kinds plant={plant} />
    </div>
  );
}

function useColumns(): DataColumn<PlantAlarms>[] {
  const { t } = useTranslation('alarms');
  return useMemo(
    () => [
      {
        id: 'plant',
        header: t('row.plant'),
        names: true,
        width: '24%',
        value: ({ plant_name, id }) => `${plant_name} ${id}`,
        cell: (plant) => <PlantLink plant={plant} />,
      },
      {
        id: 'weight',
        header: t('by_plant.weight'),
        value: ({ errors, warnings }) => errors * 1000 + warnings,
        descFirst: true,
        cell: (plant) => <SeverityCounts plant={plant} />,
      },
      {
        id: 'what',
        header: t('row.what'),
        width: '38%',
        sortable: false,
        long: true,
        value: () => '',
        cell: (plant) => <Kinds plant={plant} />,
      },
      {
        id: 'unseen',
        header: t('by_plant.unseen'),
        value: ({ unacknowledged: unseen }) => unseen,
        descFirst: true,
        cell: (plant) => <Unseen plant={plant} />,
      },
      {
        id: 'newest',
        header: t('by_plant.newest'),
        value: ({ newest }) => newest,
        descFirst: true,
        cell: (plant) => <Ages plant={plant} />,
      },
    ],
    [t],
  );
}

/** Every plant that has open alarms, as they would be worked through on a bad day: the gravest first. */
export function PlantsTable({ search, onSearch }: Props) {
  const { t } = useTranslation('alarms');
  const { user_id } = useBelonging();
  const mayWrite = useCan('alarms.write');
  const asking = useOpenAlarms();
  const { reading, handlers } = useReading(true);
  const queryId = JSON.stringify({ ...search, alarm: undefined, q: undefined });
  const choice = useSelection(queryId);
  const { data } = asking;
  const fresh = useMemo(
    () => data && byPlant(data.filter((alarm) => matchesCriteria(alarm, search, user_id))),
    [data, search, user_id],
  );
  const frozen = reading || choice.chosen.size > 0;
  const { stable, showAll } = useStableRows<PlantAlarms>({
    fresh,
    queryId,
    frozen,
    page_size: Number.POSITIVE_INFINITY,
    rowKey: ({ id }) => id,
  });
  const emptyHint = useEmptyHint();
  const columns = useColumns();
  const narrowed = isNarrowed(search);
  const clear = () => onSearch(NO_FILTERS);
  const chosen = (stable?.rows ?? []).filter(({ id }) => choice.chosen.has(id));
  return (
    <div className={classes.list} {...handlers}>
      <Waiting count={stable?.waiting ?? 0} of="by_plant.waiting" onShow={showAll} />
      <DataTable
        label={t('by_plant.title')}
        columns={columns}
        rows={stable?.rows}
        rowKey={({ id }) => id}
        error={asking.error}
        onRetry={() => void asking.refetch()}
        updatedAt={asking.dataUpdatedAt}
        empty={{ icon: IconCircleCheck, title: t('list.none_open'), ...emptyHint }}
        search={t('by_plant.search')}
        filters={
          <FilterFold narrowed={narrowed} onClear={clear}>
            <AlarmFilters search={search} onSearch={onSearch} />
          </FilterFold>
        }
        filtered={narrowed}
        onShowAll={clear}
        card={(plant) => <PlantCard plant={plant} />}
        {...(mayWrite
          ? {
              choosing: {
                ...choice,
                all: t('by_plant.all'),
                nameOf: ({ plant_name }: PlantAlarms) => t('bulk.choose', { what: plant_name }),
              },
            }
          : {})}
      />
      <BulkBar
        alarms={chosen.flatMap(({ alarms }) => alarms)}
        onClear={choice.clear}
        onKeep={(left) => {
          const kept = chosen.filter(({ alarms }) => alarms.some(({ id }) => left.has(id)));
          choice.onChosen(new Set(kept.map(({ id }) => id)));
        }}
      />
    </div>
  );
}

import { Group, Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { ageWords, spanWords } from '../../../../shared/web/format/age.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import type { ListBulk } from '../../../../shared/web/list/list-props.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { messagesOf } from '../../bell.model.ts';
import { useOpenAlarms } from '../open-alarms.ts';
import { SeverityCounts } from '../SeverityCounts.tsx';
import { useDayLabels } from '../snooze/day-labels.ts';
import { useAlarmMessage } from '../use-alarm-message.ts';
import { AlarmFilters } from './AlarmFilters.tsx';
import type { Props } from './AlarmsTable.tsx';
import { useEmptyHint } from './alarm-queries.ts';
import { BulkActions } from './BulkActions.tsx';
import {
  byPlant,
  byPlantWithStorms,
  matchesCriteria,
  type PlantAlarms,
  secondsOf,
} from './by-plant.model.ts';

/** A plant, as the way to its alarms. */
function PlantName({ plant: { proj_code, plant_name }, under }: { plant: PlantAlarms; under: boolean }) {
  return (
    <Link
      from="/apps/asset/alarms"
      to="/apps/asset/alarms"
      search={(old) => ({ ...old, by: undefined, plant: proj_code, q: '', page: '1' })}
      preload={false}
      data-row-link
      style={{ color: 'inherit', fontWeight: 560, ...(under && { display: 'block', paddingLeft: 24 }) }}
    >
      {plant_name}{' '}
      <Muted as="span">
        <Nowrap>{proj_code}</Nowrap>
      </Muted>
    </Link>
  );
}

/** Which storms are open, which rows stand under one, and what opens and closes them. */
interface Storms {
  open: ReadonlySet<string>;
  under: ReadonlySet<PlantAlarms>;
  toggle: (id: string) => void;
}
const StormsContext = createContext<Storms>({ open: new Set(), under: new Set(), toggle: () => undefined });

/** Plants that were lost together, and whether they stand below. */
function StormName({ storm, plants }: { storm: PlantAlarms; plants: readonly PlantAlarms[] }) {
  const { t } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  const { open, toggle } = useContext(StormsContext);
  const isOpen = open.has(storm.id);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton
      data-row-link
      aria-expanded={isOpen}
      fw={560}
      style={{ display: 'flex', gap: 8, alignItems: 'center' }}
      onClick={() => toggle(storm.id)}
    >
      <Icon size={16} aria-hidden="true" style={{ flex: 'none' }} />
      {t('by_plant.storm', {
        count: plants.length,
        seconds: secondsOf(storm),
        when: dateTimeAt(storm.oldest, storm.time_zone),
      })}
    </UnstyledButton>
  );
}

/** The name of a row: of a plant, or of plants that were lost together. */
function RowName({ plant }: { plant: PlantAlarms }) {
  const under = useContext(StormsContext).under.has(plant);
  return plant.storm ? (
    <StormName storm={plant} plants={plant.storm} />
  ) : (
    <PlantName plant={plant} under={under} />
  );
}

const Severity = ({ plant: { errors, warnings, strings, snoozed_until } }: { plant: PlantAlarms }) => (
  <SeverityCounts errors={errors} warnings={warnings} strings={strings} snoozed={snoozed_until !== null} />
);

/** Most messages that a row says; the rest is counted. */
const MAX_MESSAGES = 2;

function Kinds({ plant: { alarms, snoozed_until, snooze_kind, time_zone } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmMessage();
  const labels = useDayLabels();
  const messages = messagesOf(alarms);
  return (
    <span>
      {messages
        .slice(0, MAX_MESSAGES)
        .map((message) => messageFor(message))
        .join(' · ')}
      {messages.length > MAX_MESSAGES && ` · ${t('bell.more', { count: messages.length - MAX_MESSAGES })}`}
      {snoozed_until !== null && (
        <Muted as="div">
          {t(snooze_kind === 'planned_work' ? 'row.planned' : 'row.snoozed', {
            until: labels(snoozed_until, time_zone),
          })}
        </Muted>
      )}
    </span>
  );
}

function Ages({ plant: { newest, oldest, alarms } }: { plant: PlantAlarms }) {
  const { t } = useTranslation('alarms');
  const language = useLanguage();
  const now = useNow(30_000);
  const longest = spanWords(oldest, now, language);
  return (
    <Nowrap>
      {ageWords(newest, now, language)}{' '}
      {alarms.length > 1 && longest !== spanWords(newest, now, language) && (
        <Muted as="span">{t('by_plant.oldest', { lasted: longest })}</Muted>
      )}
    </Nowrap>
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
    <Stack gap={4}>
      <RowName plant={plant} />
      <Group gap="4px 10px">
        <Severity plant={plant} />
        <Ages plant={plant} />
      </Group>
      <Kinds plant={plant} />
    </Stack>
  );
}

/** What a plant is found by: its own name and code, and the devices of its alarms. */
const searchedOf = ({ plant_name, proj_code, alarms }: PlantAlarms): string =>
  [plant_name, proj_code, ...new Set(alarms.map(({ short_name }) => short_name))].join(' ');

function useColumns(): DataColumn<PlantAlarms>[] {
  const { t } = useTranslation('alarms');
  return useMemo(
    () => [
      {
        id: 'plant',
        header: t('row.plant'),
        names: true,
        width: '24%',
        value: (plant) => searchedOf(plant),
        cell: (plant) => <RowName plant={plant} />,
      },
      {
        id: 'weight',
        header: t('by_plant.weight'),
        value: ({ errors, warnings, strings }) => (errors * 1000 + warnings) * 1000 + strings,
        descFirst: true,
        cell: (plant) => <Severity plant={plant} />,
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

/** Each alarm once: a plant may be chosen beside the storm over it. */
const alarmsOf = (plants: readonly PlantAlarms[]) => [...new Set(plants.flatMap(({ alarms }) => alarms))];

/** What is done with all alarms of some plants. */
function useBulk(): ListBulk<PlantAlarms> {
  const { t } = useTranslation('alarms');
  return {
    all: t('by_plant.all'),
    nameOf: ({ plant_name }) => t('bulk.choose', { what: plant_name }),
    label: t('bulk.title'),
    chosen: (plants) => t('bulk.chosen', { count: alarmsOf(plants).length }),
    actions: (plants, choose) => (
      <BulkActions
        alarms={alarmsOf(plants)}
        onKeep={(left) => {
          const kept = plants.filter(({ alarms }) => alarms.some(({ id }) => left.has(id)));
          choose(kept.map(({ id }) => id));
        }}
      />
    ),
  };
}

/** Plants with open alarms: what is wrong with each, for whoever looks after many. */
export function PlantsTable({ state, chips, detail }: Props) {
  const { t } = useTranslation('alarms');
  const { user_id } = useBelonging();
  const mayWrite = useCan('alarms.write');
  const { search } = state;
  const { data, error, refetch, dataUpdatedAt } = useOpenAlarms();
  const [sort, setSort] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  // Whoever orders or searches plants is shown each by itself.
  const folded = sort === '' && search.q === '';
  const plants = useMemo(() => {
    const found = data?.filter((alarm) => matchesCriteria(alarm, search, user_id));
    return found && (folded ? byPlantWithStorms(found) : byPlant(found));
  }, [data, search, user_id, folded]);
  const rows = plants?.flatMap((row) => (row.storm && open.has(row.id) ? [row, ...row.storm] : [row]));
  const under = new Set(plants?.flatMap(({ storm }) => storm ?? []));
  const bulk = useBulk();
  const emptyHint = useEmptyHint();
  return (
    <StormsContext value={{ open, under, toggle }}>
      <ListPage
        state={state}
        name="alarms-by-plant"
        label={t('by_plant.title')}
        columns={useColumns()}
        query={{ data: rows, error, refetch, dataUpdatedAt }}
        rowKey={({ id }) => id}
        pageSize={Number.POSITIVE_INFINITY}
        live={{
          queryId: JSON.stringify({ ...search, alarm: undefined, q: undefined, open: [...open] }),
          waiting: (count) => t('by_plant.waiting', { count }),
        }}
        search={t('by_plant.search')}
        sort={{ value: sort, onChange: setSort }}
        filters={<AlarmFilters state={state} />}
        chips={chips}
        detail={detail}
        card={(plant) => <PlantCard plant={plant} />}
        empty={{ icon: IconCircleCheck, title: t('list.none_open'), ...emptyHint }}
        {...(mayWrite && { bulk })}
      />
    </StormsContext>
  );
}

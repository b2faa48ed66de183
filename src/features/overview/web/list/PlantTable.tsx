import { Box, NativeSelect } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { ChoiceFilter } from '../../../../shared/web/list/filters.tsx';
import { ListPage } from '../../../../shared/web/list/ListPage.tsx';
import { useLayout } from '../../../../shared/web/list/use-layout.ts';
import { PRODUCTION_TYPES } from '../../../plants/production.model.ts';
import {
  GROUPINGS,
  type Grouping,
  orderOfSort,
  PLANT_COLUMNS,
  PLANT_EXTRAS,
  type PlantColumn,
  sortOfOrder,
} from '../../dashboard.model.ts';
import { type Card, overviewCalls } from '../../overview.contract.ts';
import { arrangeCards, countFilters } from '../../overview.model.ts';
import { groupCards, type PlantGroup } from '../../plant-groups.model.ts';
import type { useCards } from '../cards.ts';
import { DashboardList } from '../dashboard/dashboard-search.ts';
import { StateChips } from '../dashboard/Toolbar.tsx';
import { useCardFilter } from '../dashboard/use-card-filter.ts';
import { useMinute } from '../dashboard/use-minute.ts';
import { isByExpected, orderCards, rowOf } from './order-cards.ts';
import { PartFilter } from './PartFilter.tsx';
import { useExpectedShares } from './use-expected-shares.tsx';
import { useGroupWords } from './use-group-words.ts';
import { useInPart } from './use-in-part.ts';
import { type PlantRow, usePlantColumns } from './use-plant-columns.tsx';

const UNGROUPED = '';

const keyOf = ({ key }: PlantRow) => key;

/** Rows of the groups: a heading over the plants of each, or the plants alone. */
function rowsOf(groups: readonly PlantGroup[], grouped: boolean): PlantRow[] {
  return groups.flatMap(({ title, cards }) => [
    ...(grouped ? [{ key: `group ${title}`, title, card: null, count: cards.length }] : []),
    ...cards.map((card) => rowOf(card, title)),
  ]);
}

/** What the server makes the file of: codes in the order and the groups of rows that stand on screen, held there or not. */
function groupsOnScreen(rows: readonly PlantRow[]): { title: string; codes: string[] }[] {
  const groups: { title: string; codes: string[] }[] = [];
  for (const { title, card } of rows) {
    if (groups.at(-1)?.title !== title) groups.push({ title, codes: [] });
    if (card) groups.at(-1)?.codes.push(card.code);
  }
  return groups;
}

function GroupField({
  group,
  onGroup,
}: {
  group: Grouping | undefined;
  onGroup: (group?: Grouping) => void;
}) {
  const { t } = useTranslation('overview');
  return (
    <NativeSelect
      flex={{ base: '1 1 calc(50% - 4px)', sm: '0 0 170px' }}
      miw={0}
      aria-label={t('list.group_by')}
      value={group ?? ''}
      onChange={({ currentTarget }) => onGroup(GROUPINGS.find((one) => one === currentTarget.value))}
      data={[
        { value: '', label: t('list.no_group') },
        ...GROUPINGS.map((one) => ({
          value: one,
          label: `${t('list.group_by')} ${t(`list.groups.${one}`)}`,
        })),
      ]}
    />
  );
}

/** The plants that the address asks for, in their groups. */
function useGroups(cards: readonly Card[] | undefined, columns: ReturnType<typeof usePlantColumns>) {
  const now = useMinute();
  const { state, filter } = useCardFilter();
  const { status, sort, order, type, part } = filter;
  const { group } = state.search;
  const q = useDeferredValue(filter.q);
  const { words, error, refetch } = useGroupWords(group);
  const groups = useMemo(() => {
    if (!cards || !words) return undefined;
    const wanted = arrangeCards(cards, { q, status, sort, type, gravestFirst: false }, now);
    const ordered = orderCards(wanted, columns, order);
    return group ? groupCards(ordered, group, words) : [{ title: UNGROUPED, cards: ordered }];
  }, [cards, q, status, sort, type, order, group, words, columns, now]);
  const counts = useMemo(() => countFilters(cards ?? [], now), [cards, now]);
  const question = JSON.stringify([q, status, sort, type, order, group, part]);
  return { groups, counts, question, error, refetch };
}

/** The plants as a table: searched, filtered and ordered by the same address as the cards and the map. */
export function PlantTable({ cards }: { cards: ReturnType<typeof useCards> }) {
  const { t } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  const { language, number } = useFormat();
  const { id_client: company } = useCompany();
  const { state, filter, change } = useCardFilter();
  const { layout } = useLayout(DashboardList.name);
  const asked = !(layout?.hidden ?? PLANT_EXTRAS).includes('expected') || isByExpected(filter.order);
  const { shares, part } = useExpectedShares(asked);
  const columns = usePlantColumns(cards.dataUpdatedAt, shares);
  const { search, set } = state;
  const inPart = useInPart(cards.data, search.part);
  const grouping = useGroups(inPart.cards, columns);
  const { groups, counts, question } = grouping;
  const grouped = search.group !== undefined;
  // What the cards can be sorted by too stands in the address as their sort: it goes along to them.
  const orderBy = (order: string) => {
    const sort = sortOfOrder(order);
    if (sort) change({ sort });
    else set({ order, sort: undefined }, true);
  };
  const rows = useMemo(() => groups && rowsOf(groups, grouped), [groups, grouped]);
  const head = useCallback(
    ({ card, title, count }: PlantRow) =>
      card === null ? t('list.count', { title, shown: number(count, 0) }) : null,
    [t, number],
  );
  return (
    <>
      {part}
      <ListPage
        state={state}
        label={t('list.title')}
        columns={columns}
        query={{
          data: rows,
          error: cards.error ?? inPart.error ?? grouping.error,
          refetch: () => {
            for (const names of [inPart, grouping]) if (names.error) names.refetch();
            return cards.refetch();
          },
          dataUpdatedAt: cards.dataUpdatedAt,
        }}
        arranged
        rowKey={keyOf}
        head={head}
        pageSize={Number.POSITIVE_INFINITY}
        live={{ queryId: question, waiting: (count) => t('list.waiting', { count }) }}
        search={t('list.search')}
        sort={{ value: filter.order || orderOfSort(filter.sort), onChange: orderBy }}
        chips={
          <Box miw={0} maw="100%">
            <StateChips filter={search} counts={counts} onChange={change} />
          </Box>
        }
        filters={
          <>
            <ChoiceFilter
              state={state}
              name="type"
              label={t('list.type')}
              any={t('list.any_type')}
              options={PRODUCTION_TYPES.map((value) => ({ value, label: tp(`production.${value}`) }))}
            />
            <PartFilter cards={cards.data ?? []} state={state} />
            <GroupField group={search.group} onGroup={(group) => set({ group })} />
          </>
        }
        exportAs={{
          name: t('list.file'),
          formats: ['csv', 'xlsx'],
          load: (format, shown, rows) =>
            send(overviewCalls.exportCards, {
              body: {
                format,
                language,
                columns: shown.filter((id): id is PlantColumn => PLANT_COLUMNS.some((one) => one === id)),
                groups: groupsOnScreen(rows),
              },
              company,
            }),
        }}
        noneFound={t('dashboard.empty')}
        empty={{ icon: IconSolarPanel, title: t('dashboard.empty'), hint: t('dashboard.empty_hint') }}
      />
    </>
  );
}

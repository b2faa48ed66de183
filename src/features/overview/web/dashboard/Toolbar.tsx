import { ActionIcon, Box, Group, NativeSelect, Tooltip } from '@mantine/core';
import { IconBaselineDensitySmall, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../../shared/web/list/FilterChips.tsx';
import { SearchField } from '../../../../shared/web/list/SearchField.tsx';
import type { AddressOf } from '../../../../shared/web/list/use-list-state.ts';
import { STATE_ICON } from '../../../../shared/web/theme/states.ts';

import { PrintedChoice } from '../../../../shared/web/ui/PrintedChoice.tsx';
import { usePrinting } from '../../../../shared/web/ui/use-printing.ts';

import { PRODUCTION_TYPES } from '../../../plants/production.model.ts';

import { FILTERS, type Filter, PLANT_COLUMNS, SORTS, Sort } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import { PartFilter } from '../list/PartFilter.tsx';
import type { DashboardList } from './dashboard-search.ts';
import type { CardFilter } from './use-card-filter.ts';

interface Props {
  filter: CardFilter;
  counts: Record<Filter | 'all', number>;
  onChange: (change: Partial<CardFilter>) => void;
  /** The reader's own order, and how another becomes it. */
  ownSort: Sort;
  keepSort: (sort: Sort) => void;
  density: CardDensity;
  onDensity: (density: CardDensity) => void;
  /** All of them, whichever are shown. */
  cards: readonly Card[];
  state: AddressOf<typeof DashboardList>;
}

export type CardDensity = 'comfortable' | 'compact';

/** The part of an address that says which plants are shown. */
interface FilterProps {
  filter: Pick<CardFilter, 'q' | 'status' | 'type' | 'part'>;
  onChange: (change: Partial<Pick<CardFilter, 'q' | 'status' | 'type'>>) => void;
}

/** The specified states, each with how many plants it would show. */
export function StateChips({ filter, counts, onChange }: Pick<Props, 'counts'> & FilterProps) {
  const { t } = useTranslation('overview');
  const { t: tc } = useTranslation();
  const chips = (['all', ...FILTERS] as const).map((status) => ({
    value: status,
    label:
      status === 'all'
        ? t('dashboard.all')
        : // Plants that rest are among them: they are counted apart as states, and are no other filter. // spec §4
          status === 'success'
          ? t('dashboard.no_alarms')
          : tc(`state.${status}`),
    count: counts[status],
    hint: t('dashboard.filters_overlap'),
    ...(status === 'all' ? {} : { look: status, icon: STATE_ICON[status] }),
  }));
  return (
    <FilterChips
      label={t('dashboard.filters')}
      chips={chips}
      value={filter.status}
      onChange={(status) => onChange({ status })}
    />
  );
}

function SortField({ filter, onChange, ownSort, keepSort }: Props) {
  const { t } = useTranslation('overview');
  const byColumn = filter.order !== '';
  const isOwn = filter.sort === ownSort && !byColumn;
  const Star = isOwn ? IconStarFilled : IconStar;
  const columnOf = (order: string) => {
    const column = PLANT_COLUMNS.find((one) => one === order.replace(/^-/, ''));
    return t(order.startsWith('-') ? 'dashboard.by_column_down' : 'dashboard.by_column_up', {
      column: column ? t(`list.columns.${column}`) : order,
    });
  };
  const hint = t(isOwn ? 'dashboard.sort_own' : 'dashboard.sort_keep');
  if (usePrinting())
    return (
      <PrintedChoice
        label={t('dashboard.sort')}
        value={byColumn ? columnOf(filter.order) : t(`dashboard.sorts.${filter.sort}`)}
      />
    );
  return (
    <>
      <NativeSelect
        flex={{ base: '1 0 176px', sm: '0 0 200px' }}
        miw={0}
        aria-label={t('dashboard.sort')}
        value={byColumn ? filter.order : filter.sort}
        onChange={(event) => onChange({ sort: Sort.parse(event.currentTarget.value) })}
        data={[
          // A column of the list that the cards are not sorted by otherwise: it came along in the address.
          ...(byColumn ? [{ value: filter.order, label: columnOf(filter.order) }] : []),
          ...SORTS.map((sort) => ({ value: sort, label: t(`dashboard.sorts.${sort}`) })),
        ]}
      />
      <Tooltip label={hint}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={hint}
          aria-pressed={isOwn}
          disabled={byColumn}
          onClick={() => keepSort(filter.sort)}
        >
          <Star size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** On a phone cards stand one below the other, whichever their height: there it is left out. */
function DensityButton({ density, onDensity }: Pick<Props, 'density' | 'onDensity'>) {
  const { t } = useTranslation('overview');
  const compact = density === 'compact';
  const label = t('dashboard.compact');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={compact ? 'light' : 'subtle'}
        {...(!compact && { color: 'gray' })}
        size={36}
        visibleFrom="sm"
        aria-label={label}
        aria-pressed={compact}
        onClick={() => onDensity(compact ? 'comfortable' : 'compact')}
      >
        <IconBaselineDensitySmall size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

/** Where there is little room it is shown only while it narrows: the list's filters have it. */
function TypeField({ filter, onChange }: FilterProps) {
  const { t } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  return (
    <NativeSelect
      flex="0 0 150px"
      miw={0}
      {...(filter.type === undefined && { visibleFrom: 'sm' })}
      aria-label={t('list.type')}
      value={filter.type ?? ''}
      onChange={({ currentTarget }) =>
        onChange({ type: PRODUCTION_TYPES.find((one) => one === currentTarget.value) })
      }
      data={[
        { value: '', label: t('list.any_type') },
        ...PRODUCTION_TYPES.map((value) => ({ value, label: tp(`production.${value}`) })),
      ]}
    />
  );
}

type PlantFilterProps = Pick<Props, 'counts' | 'cards' | 'state'> & { children?: ReactNode } & FilterProps;

/** Which plants: what is looked for and the states, for every screen that shows many of them; both stand in the address. */
export function PlantFilter({ children, cards, state, ...props }: PlantFilterProps) {
  const { filter, onChange } = props;
  const { t } = useTranslation('overview');
  return (
    <Box pos="sticky" top="var(--header-height)" py={8} bg="var(--page)" style={{ zIndex: 50 }}>
      <Group gap={8} wrap={filter.part === '' ? 'nowrap' : 'wrap'} mb={8}>
        <SearchField
          flex="1 1 140px"
          miw={0}
          data-page-search
          label={t('dashboard.search')}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
        <TypeField filter={filter} onChange={onChange} />
        <Box flex="0 0 200px" miw={0} {...(filter.part === '' && { visibleFrom: 'md' })}>
          <PartFilter cards={cards} state={state} />
        </Box>
        {children}
      </Group>
      <StateChips {...props} />
    </Box>
  );
}

/** Search, filters and order of the cards; all three stand in the address. */
export function Toolbar(props: Props) {
  return (
    <PlantFilter
      filter={props.filter}
      counts={props.counts}
      onChange={props.onChange}
      cards={props.cards}
      state={props.state}
    >
      <SortField {...props} />
      <DensityButton {...props} />
    </PlantFilter>
  );
}

import { Button, Stack } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLayout } from '../../../../shared/web/list/use-layout.ts';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { DASHBOARD_SORT, PLANT_EXTRAS } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import { arrangeCards, countFilters } from '../../overview.model.ts';
import { useCards } from '../cards.ts';
import { useOrderedCards } from '../list/order-cards.ts';
import { PlantViews } from '../list/PlantViews.tsx';
import { SavedPlantViews } from '../list/SavedPlantViews.tsx';
import { useInPart } from '../list/use-in-part.ts';
import { usePlantNext } from '../plant/plant-next.ts';
import { CardGrid, type GridHandle } from './CardGrid.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { DashboardList } from './dashboard-search.ts';
import { HistoryLine } from './HistoryLine.tsx';
import { InTrouble } from './InTrouble.tsx';
import { NoPlants } from './NoPlants.tsx';
import { PlantButtons } from './PlantButtons.tsx';
import { PlantCard } from './PlantCard.tsx';
import { type CardDensity, Toolbar } from './Toolbar.tsx';
import { Totals } from './Totals.tsx';
import { useCardFilter } from './use-card-filter.ts';
import { useCardJump } from './use-card-jump.ts';
import { useMinute } from './use-minute.ts';
import { useSparks } from './use-sparks.ts';
import { WallButton } from './WallButton.tsx';

const CARD = { comfortable: { height: 164, width: 290 }, compact: { height: 84, width: 240 } } as const;
const codeOf = (card: Card) => card.code;

function UpdatedAt({ at }: { at: number }) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <Muted className="num" style={at === 0 ? { visibility: 'hidden' } : undefined}>
      <Nowrap>{t('dashboard.updated', { time: format.time(at, HERE, { seconds: true }) })}</Nowrap>
    </Muted>
  );
}

const NO_CODES: readonly string[] = [];

/** How much room a card takes, kept for the person beside the columns of the list. */
function useDensity() {
  const { layout, put } = useLayout(DashboardList.name);
  const density = layout?.density ?? 'comfortable';
  const setDensity = (next: CardDensity) =>
    put({ columns: layout?.columns ?? [], hidden: layout?.hidden ?? PLANT_EXTRAS, density: next });
  return { density, setDensity };
}

interface CardsProps {
  readonly cards: readonly Card[];
  /** Those of the part that the address names. */
  readonly inPart: readonly Card[];
  readonly updatedAt: number;
  /** Holds the codes of the cards on screen. */
  readonly view: RefObject<readonly string[]>;
}

function Cards({ cards: all, inPart: cards, updatedAt, view }: CardsProps) {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const now = useMinute();
  const { state, filter, change, showAll, ownSort, keepSort } = useCardFilter(DASHBOARD_SORT);
  const { status, sort, order, type } = filter;
  const q = useDeferredValue(filter.q);
  const grid = useRef<GridHandle>(null);
  const [inView, setInView] = useState('');
  const { density, setDensity } = useDensity();
  const counts = useMemo(() => countFilters(cards, now), [cards, now]);
  const found = useMemo(
    () => arrangeCards(cards, { q, status, sort, type }, now),
    [cards, q, status, sort, type, now],
  );
  const { ordered: arranged, part } = useOrderedCards(found, order, now);
  const codes = useMemo(() => inView.split(',').filter(Boolean), [inView]);
  useEffect(() => {
    view.current = codes;
  }, [codes, view]);
  const { sparks, failed } = useSparks(density === 'compact' ? NO_CODES : codes, updatedAt);
  const { pointed, onDrawn } = useCardJump({ arranged, all, grid, showAll });
  const narrowed = q.trim() !== '' || status !== 'all' || type !== undefined || filter.part !== '';
  if (all.length === 0) return <NoPlants />;
  return (
    <>
      {part}
      <Totals cards={cards} />
      <Stack gap={8}>
        <Toolbar
          filter={filter}
          counts={counts}
          onChange={change}
          ownSort={ownSort}
          keepSort={keepSort}
          density={density}
          onDensity={setDensity}
          cards={all}
          state={state}
        />
        {!narrowed && (sort !== 'problems' || order !== '') && (
          <InTrouble cards={cards} now={now} onAll={() => change({ sort: 'problems' })} />
        )}
        <Muted className={narrowed ? '' : 'visually-hidden'} role="status">
          {t('dashboard.shown', {
            shown: format.number(arranged.length, 0),
            all: format.number(all.length, 0),
          })}
          {q.trim() !== '' &&
            sort !== 'problems' &&
            order === '' &&
            ` · ${t('dashboard.by_severity', { sort: t(`dashboard.sorts.${sort}`) })}`}
        </Muted>
        {failed && <Muted role="status">{t('dashboard.sparks_failed')}</Muted>}
        {arranged.length === 0 ? (
          <EmptyState
            icon={IconSolarPanel}
            title={t('dashboard.empty')}
            hint={t('dashboard.empty_hint')}
            action={
              <Button variant="default" onClick={showAll}>
                {t('dashboard.reset')}
              </Button>
            }
          />
        ) : (
          <CardGrid
            items={arranged}
            keyOf={codeOf}
            rowHeight={CARD[density].height}
            minWidth={CARD[density].width}
            label={t('dashboard.title')}
            handle={grid}
            onView={setInView}
            render={(card) => (
              <PlantCard
                card={card}
                compact={density === 'compact'}
                spark={sparks.get(card.code)}
                now={now}
                {...(pointed?.proj_code === card.code
                  ? { pointed: pointed.type, onPointed: onDrawn }
                  : { pointed: null })}
              />
            )}
          />
        )}
      </Stack>
    </>
  );
}

/** The asset dashboard: every plant that the user may see, live. // spec §2, §4, §9 */
export function DashboardPage() {
  const view = useRef<readonly string[]>([]);
  const cards = useCards({ inView: () => view.current });
  usePlantNext(cards.data !== undefined);
  const { t } = useTranslation('overview');
  const { search } = useListState(DashboardList);
  const part = useInPart(cards.data, search.part);
  return (
    <Page
      title={t('dashboard.title')}
      actions={
        <>
          <UpdatedAt at={cards.dataUpdatedAt} />
          <PlantViews />
          <SavedPlantViews />
          <WallButton />
          <PlantButtons some={cards.isPending || (cards.data?.length ?? 0) > 0} />
        </>
      }
    >
      <HistoryLine />
      {cards.isRefetchError && <StaleLine updatedAt={cards.dataUpdatedAt} />}
      {(cards.isPending || (cards.data && !part.cards && !part.error)) && <DashboardSkeleton />}
      {cards.isLoadingError && <ErrorState error={cards.error} onRetry={() => cards.refetch()} />}
      {part.error && <ErrorState error={part.error} onRetry={part.refetch} />}
      {cards.data && part.cards && (
        <Cards cards={cards.data} inPart={part.cards} updatedAt={cards.dataUpdatedAt} view={view} />
      )}
    </Page>
  );
}

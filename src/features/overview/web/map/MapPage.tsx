import { Button, Skeleton } from '@mantine/core';
import { IconFocusCentered, IconSolarPanel } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { PlaceSearch } from '../../../../shared/web/geo/PlaceSearch.tsx';
import { useListState } from '../../../../shared/web/list/use-list-state.ts';
import { Page, Waiting } from '../../../../shared/web/page/Page.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { usePrinting } from '../../../../shared/web/ui/use-printing.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { type Bounds, isWithin, placePlants } from '../../map.model.ts';
import type { Card } from '../../overview.contract.ts';
import { arrangeCards, countFilters } from '../../overview.model.ts';
import { useCards } from '../cards.ts';
import { DashboardList } from '../dashboard/dashboard-search.ts';
import { NoPlants } from '../dashboard/NoPlants.tsx';
import { PlantFilter } from '../dashboard/Toolbar.tsx';
import { useCardFilter } from '../dashboard/use-card-filter.ts';
import { useMinute } from '../dashboard/use-minute.ts';
import { useOrderedCards } from '../list/order-cards.ts';
import { PlantViews } from '../list/PlantViews.tsx';
import { SavedPlantViews } from '../list/SavedPlantViews.tsx';
import { useInPart } from '../list/use-in-part.ts';
import classes from './map.module.css';
import type { PlantMap } from './PlantMap.tsx';
import { SideList } from './SideList.tsx';

/**
 * What draws the map, a megabyte of program, fetched while the plants are asked for; undefined until it came. (A lazy
 * component would be looked at only with the plants, and shown a moment after them.)
 */
function usePlantMap() {
  const [fetched, setFetched] = useState<{ PlantMap: typeof PlantMap } | { fault: unknown }>();
  useEffect(() => {
    import('./PlantMap.tsx').then(setFetched, (fault: unknown) => setFetched({ fault }));
  }, []);
  if (fetched && 'fault' in fetched) throw fetched.fault;
  return fetched?.PlantMap;
}

/** So long after the last key the map moves to what is found. */
const FIT_AFTER_MS = 500;

/** Whether another question is being typed; told once it no longer is. */
function useTyping(question: string, onAsked: () => void): boolean {
  const [settled, setSettled] = useState(question);
  useEffect(() => {
    if (settled === question) return;
    const timer = setTimeout(() => {
      setSettled(question);
      onAsked();
    }, FIT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [question, settled, onAsked]);
  return settled !== question;
}

/** So long at most the list waits for the map with all that stands below what is seen. */
const WHOLE_AFTER_MS = 3000;

/** Whether the map has been drawn, whose way the rest of the list would stand in, or does not come; and what says that it has. */
function useDrawn(): [drawn: boolean, onDrawn: () => void] {
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  useEffect(() => {
    const timer = setTimeout(onDrawn, WHOLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onDrawn]);
  return [drawn, onDrawn];
}

type Located = { proj_code: string; latitude: number | null; longitude: number | null };

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('overview');
  return (
    <div className={classes.none}>
      <EmptyState
        icon={IconSolarPanel}
        title={t('dashboard.empty')}
        hint={t('dashboard.empty_hint')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('dashboard.reset')}
          </Button>
        }
      />
    </div>
  );
}

interface PlantsProps {
  cards: readonly Card[];
  /** Those of the part that the address names. */
  inPart: readonly Card[];
  plants: readonly Located[];
  PlantMap: typeof PlantMap | undefined;
}

/** Where the plants are that the filter leaves, and what is the matter with them. */
function Plants({ cards: all, inPart: cards, plants, PlantMap }: PlantsProps) {
  const { t } = useTranslation('overview');
  const now = useMinute();
  const { state, filter, change } = useCardFilter();
  const { search, set, clear } = state;
  const { status, type, part, sort, order } = filter;
  const q = useDeferredValue(search.q);
  const [view, setView] = useState<Bounds | null>(null);
  const [fit, setFit] = useState(0);
  const [goTo, setGoTo] = useState<{ latitude: number; longitude: number } | null>(null);
  const printing = usePrinting();
  const [drawn, onDrawn] = useDrawn();
  const counts = useMemo(() => countFilters(cards, now), [cards, now]);
  const found = useMemo(
    () => arrangeCards(cards, { q, status, type, sort }, now),
    [cards, q, status, type, sort, now],
  );
  const { ordered: arranged, part: shares } = useOrderedCards(found, order, now);
  const everywhere = useMemo(() => placePlants(cards, plants, now), [cards, plants, now]);
  // Placed once: each key of a search leaves some of them out. Those drawn last are the gravest, the list has its reader's order.
  const { placed, listed, unplaced } = useMemo(() => {
    const wanted = new Set(arranged);
    const placed = everywhere.placed.filter(({ card }) => wanted.has(card));
    const places = new Map(placed.map((plant) => [plant.card, plant]));
    return {
      placed,
      listed:
        sort === 'problems' && order === '' ? placed : arranged.flatMap((card) => places.get(card) ?? []),
      unplaced: everywhere.unplaced.filter((card) => wanted.has(card)),
    };
  }, [everywhere, arranged, sort, order]);
  const seen = useMemo(
    () => (view && !printing ? listed.filter((plant) => isWithin(plant, view)) : listed),
    [listed, view, printing],
  );
  const choose = useCallback((plant?: string) => set({ plant }), [set]);
  const chosen = placed.find(({ card }) => card.code === search.plant);
  const [together, setTogether] = useState<readonly string[]>([]);
  const apart = useCallback(() => setTogether([]), []);
  // The part of the map that the new question is about is to be seen.
  const onAsked = useCallback(() => {
    setTogether([]);
    setFit((times) => times + 1);
  }, []);
  const typing = useTyping(JSON.stringify([q, status, type, part]), onAsked);
  // While it is typed the map keeps still, and what it draws is not made anew for each key.
  const still = useRef(placed);
  if (!typing) still.current = placed;
  const atOnePlace = useMemo(() => {
    const wanted = new Set(together);
    const found = placed.filter(({ card }) => wanted.has(card.code));
    return found.length > 1 ? found : undefined;
  }, [placed, together]);
  const onView = useCallback((bounds: Bounds) => {
    setView(bounds);
    setTogether([]);
  }, []);
  if (all.length === 0) return <NoPlants />;
  return (
    <>
      {shares}
      <PlantFilter filter={filter} counts={counts} onChange={change} cards={all} state={state} />
      <div className={classes.place}>
        <div className={classes.map}>
          {PlantMap ? (
            <PlantMap
              plants={still.current}
              chosen={chosen}
              onChoose={choose}
              onTogether={setTogether}
              onView={onView}
              onDrawn={onDrawn}
              fit={fit}
              goTo={goTo}
            />
          ) : (
            <Skeleton height="100%" radius={12} />
          )}
          <div className={classes.search}>
            <PlaceSearch onFound={setGoTo} />
          </div>
          <Button
            className={classes.all}
            variant="default"
            size="xs"
            leftSection={<IconFocusCentered size={15} aria-hidden="true" />}
            onClick={() => setFit((times) => times + 1)}
          >
            {t('map.fit')}
          </Button>
        </div>
        {/* What finds nothing leaves the map where it is: it would be drawn from the beginning after the next key. */}
        {arranged.length === 0 ? (
          <NoneFound onClear={clear} />
        ) : (
          <SideList
            plants={seen}
            together={atOnePlace}
            onApart={apart}
            brief={(typing || !drawn) && !printing}
            unplaced={unplaced}
            all={placed.length}
            chosen={search.plant}
            onChoose={choose}
          />
        )}
      </div>
    </>
  );
}

/** Every plant where it stands, in the colour of its state. // spec §2 */
export function MapPage() {
  const { t } = useTranslation('overview');
  const PlantMap = usePlantMap();
  const cards = useCards();
  const plants = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const { search } = useListState(DashboardList);
  const part = useInPart(cards.data, search.part);
  const failed = [cards, plants].find((query) => query.isLoadingError);
  const stale = [cards, plants].find((query) => query.isRefetchError);
  return (
    <Page
      title={t('map.title')}
      actions={
        <>
          <PlantViews />
          <SavedPlantViews />
        </>
      }
    >
      {stale && <StaleLine updatedAt={stale.dataUpdatedAt} />}
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => Promise.all([cards.refetch(), plants.refetch()])} />
      ) : part.error ? (
        <ErrorState error={part.error} onRetry={part.refetch} />
      ) : cards.data && plants.data && part.cards ? (
        <Plants cards={cards.data} inPart={part.cards} plants={plants.data} PlantMap={PlantMap} />
      ) : (
        <Waiting heights={[88, 560]} />
      )}
    </Page>
  );
}

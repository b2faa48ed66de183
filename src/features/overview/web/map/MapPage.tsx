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
import { useMinute } from '../dashboard/use-minute.ts';
import { PlantViews } from '../list/PlantViews.tsx';
import { SavedPlantViews } from '../list/SavedPlantViews.tsx';
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
  plants: readonly Located[];
  PlantMap: typeof PlantMap | undefined;
}

/** Where the plants are that the filter leaves, and what is the matter with them. */
function Plants({ cards, plants, PlantMap }: PlantsProps) {
  const { t } = useTranslation('overview');
  const now = useMinute();
  const { search, set, clear } = useListState(DashboardList);
  const { status, type } = search;
  const q = useDeferredValue(search.q);
  const [view, setView] = useState<Bounds | null>(null);
  const [fit, setFit] = useState(0);
  const [goTo, setGoTo] = useState<{ latitude: number; longitude: number } | null>(null);
  const printing = usePrinting();
  const counts = useMemo(() => countFilters(cards, now), [cards, now]);
  const arranged = useMemo(
    () => arrangeCards(cards, { q, status, type, sort: 'problems' }, now),
    [cards, q, status, type, now],
  );
  const everywhere = useMemo(() => placePlants(cards, plants, now), [cards, plants, now]);
  // Placed and ordered once: each key of a search leaves some of them out.
  const { placed, unplaced } = useMemo(() => {
    const found = new Set(arranged);
    return {
      placed: everywhere.placed.filter(({ card }) => found.has(card)),
      unplaced: everywhere.unplaced.filter((card) => found.has(card)),
    };
  }, [everywhere, arranged]);
  const seen = useMemo(
    () => (view && !printing ? placed.filter((plant) => isWithin(plant, view)) : placed),
    [placed, view, printing],
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
  const typing = useTyping(JSON.stringify([q, status, type]), onAsked);
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
  if (cards.length === 0) return <NoPlants />;
  return (
    <>
      <PlantFilter filter={search} counts={counts} onChange={set} />
      <div className={classes.place}>
        <div className={classes.map}>
          {PlantMap ? (
            <PlantMap
              plants={still.current}
              chosen={chosen}
              onChoose={choose}
              onTogether={setTogether}
              onView={onView}
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
            typing={typing}
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
      ) : cards.data && plants.data ? (
        <Plants cards={cards.data} plants={plants.data} PlantMap={PlantMap} />
      ) : (
        <Waiting heights={[88, 560]} />
      )}
    </Page>
  );
}

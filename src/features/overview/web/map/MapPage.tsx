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
const FIT_AFTER_MS = 300;

type Located = { proj_code: string; latitude: number | null; longitude: number | null };

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
  const { placed, unplaced } = useMemo(() => placePlants(arranged, plants, now), [arranged, plants, now]);
  const seen = useMemo(
    () => (view && !printing ? placed.filter((plant) => isWithin(plant, view)) : placed),
    [placed, view, printing],
  );
  const choose = useCallback((plant?: string) => set({ plant }), [set]);
  const chosen = placed.find(({ card }) => card.code === search.plant);
  // Another question shows another part of the map; while it is typed the map keeps still.
  const question = JSON.stringify([q, status, type]);
  const asked = useRef(question);
  useEffect(() => {
    if (asked.current === question) return;
    const timer = setTimeout(() => {
      asked.current = question;
      setFit((times) => times + 1);
    }, FIT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [question]);
  if (cards.length === 0) return <NoPlants />;
  return (
    <>
      <PlantFilter filter={search} counts={counts} onChange={set} />
      {arranged.length === 0 ? (
        <EmptyState
          icon={IconSolarPanel}
          title={t('dashboard.empty')}
          hint={t('dashboard.empty_hint')}
          action={
            <Button variant="default" onClick={clear}>
              {t('dashboard.reset')}
            </Button>
          }
        />
      ) : (
        <div className={classes.place}>
          <div className={classes.map}>
            {PlantMap ? (
              <PlantMap
                plants={placed}
                chosen={chosen}
                onChoose={choose}
                onView={setView}
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
          <SideList
            plants={seen}
            unplaced={unplaced}
            all={placed.length}
            chosen={search.plant}
            onChoose={choose}
          />
        </div>
      )}
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
    <Page title={t('map.title')} actions={<PlantViews />}>
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

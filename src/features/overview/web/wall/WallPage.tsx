import { Badge } from '@mantine/core';
import { useElementSize, useIdle } from '@mantine/hooks';
import { IconSolarPanel } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { orderIn, USUAL_SORT } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import { arrangeCards } from '../../overview.model.ts';
import { tilesIn, WALL_FRESH_MS } from '../../wall.model.ts';
import { useCards } from '../cards.ts';
import { DashboardSkeleton } from '../dashboard/DashboardSkeleton.tsx';
import { DashboardList } from '../dashboard/dashboard-search.ts';
import { Totals } from '../dashboard/Totals.tsx';
import { useOrderedCards } from '../list/order-cards.ts';
import { useInPart } from '../list/use-in-part.ts';
import { useScreenAwake, useWall, useWallKeys, type Wall, type WallView } from './use-wall.ts';
import { WallControls } from './WallControls.tsx';
import { WallTile } from './WallTile.tsx';
import classes from './wall.module.css';

/** After so long without pointer or key nothing but the plants is shown. */
const IDLE_MS = 3000;

/** Asks anew what has grown old, also after a failure: nobody is there to press a button. */
function useCardsForEver() {
  const cards = useCards();
  const { dataUpdatedAt, errorUpdatedAt, refetch } = cards;
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) >= WALL_FRESH_MS / 2) void refetch();
    }, WALL_FRESH_MS / 2);
    return () => clearInterval(timer);
  }, [dataUpdatedAt, errorUpdatedAt, refetch]);
  return cards;
}

/** Where the wall is in its round, what time it is, and how old the figures are. */
function Head({ wall, updatedAt, failed }: { wall: Wall; updatedAt: number; failed: boolean }) {
  const { t } = useTranslation('overview');
  const { time, language } = useFormat();
  const now = useNow(1000);
  const { view, views, at, paused, viewsFailed } = wall;
  const age = updatedAt > 0 ? ageWords(new Date(updatedAt).toISOString(), now, language) : null;
  return (
    <header className={classes.top}>
      <h1 className={classes.name}>{view?.name}</h1>
      {views && views.length > 1 && (
        <span className={classes.place}>{t('wall.place', { at: at + 1, all: views.length })}</span>
      )}
      {paused && <Badge color="gray">{t('wall.paused')}</Badge>}
      {(failed || viewsFailed) && (
        <Badge color="orange" size="lg" role="status">
          {failed && age ? t('wall.old', { age }) : t('wall.failed')}
        </Badge>
      )}
      <span className={classes.clock}>{time(now, HERE)}</span>
    </header>
  );
}

/** Goes on to the next view when the time of this one is over, and shows how much has gone: once a second, moving nothing. */
function Progress({ wall: { every, paused, step, views, view } }: { wall: Wall }) {
  const shown = `${view?.id} ${every} ${paused}`;
  const [since, setSince] = useState({ shown, at: Date.now() });
  const now = useNow(1000);
  if (since.shown !== shown) setSince({ shown, at: Date.now() });
  const runs = !paused && (views?.length ?? 0) > 1;
  const share = (now - since.at) / (Number(every) * 1000);
  const over = runs && since.shown === shown && share >= 1;
  useEffect(() => {
    if (over) step(1);
  });
  return (
    <div className={classes.progress} aria-hidden="true">
      {runs && <span style={{ width: `${Math.round(Math.max(0, Math.min(1, share)) * 100)}%` }} />}
    </div>
  );
}

/** The plants of a view, once it is known which they are. */
function Shown({ view, cards }: { view: WallView; cards: readonly Card[] }) {
  const inPart = useInPart(cards, DashboardList.restored(view.search).part ?? '');
  if (inPart.error) return <ErrorState error={inPart.error} onRetry={inPart.refetch} />;
  return inPart.cards ? <Found view={view} cards={inPart.cards} /> : <DashboardSkeleton />;
}

/** Its figures, then as many plants as the screen holds, in the view's order. */
function Found({ view, cards }: { view: WallView; cards: readonly Card[] }) {
  const { t } = useTranslation('overview');
  const { number } = useFormat();
  const now = useNow(60_000);
  const { ref, width, height } = useElementSize();
  const { found, order } = useMemo(() => {
    const { q = '', status = 'all', type, ...asked } = DashboardList.restored(view.search);
    const { sort, order } = orderIn(asked, USUAL_SORT);
    return { found: arrangeCards(cards, { q, status, type, sort }, now), order };
  }, [view, cards, now]);
  const { ordered: shown, part } = useOrderedCards(found, order, now);
  const { columns, rows } = tilesIn({ width, height });
  const fits = columns * rows;
  return (
    <>
      {part}
      <div className={classes.totals}>
        <Totals cards={shown} />
      </div>
      <div ref={ref} className={classes.plants}>
        {shown.length === 0 ? (
          <EmptyState icon={IconSolarPanel} title={t('dashboard.empty')} />
        ) : (
          <ul
            className={classes.grid}
            aria-label={view.name}
            style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {width > 0 &&
              shown.slice(0, fits).map((card) => <WallTile key={card.code} card={card} now={now} />)}
          </ul>
        )}
      </div>
      <p className={classes.rest}>
        {shown.length > fits && t('wall.more', { shown: number(fits, 0), all: number(shown.length, 0) })}
      </p>
    </>
  );
}

/** Saved views of the plants one after the other, for a screen on a wall that nobody touches. */
export function WallPage() {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const cards = useCardsForEver();
  const wall = useWall(t('wall.everything'));
  const { view } = wall;
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    void navigate({ to: '/apps/asset', search: view ? DashboardList.restored(view.search) : {} });
  };
  useWallKeys(wall, leave);
  useScreenAwake();
  const idle = useIdle(IDLE_MS);
  return (
    <div className={classes.wall} data-idle={idle || undefined}>
      <title>{view ? `${view.name} – ${t('wall.title')}` : t('wall.title')}</title>
      <Head wall={wall} updatedAt={cards.dataUpdatedAt} failed={cards.isError} />
      <Progress wall={wall} />
      {cards.data && view ? (
        <Shown view={view} cards={cards.data} />
      ) : cards.isLoadingError ? (
        <ErrorState error={cards.error} onRetry={() => cards.refetch()} />
      ) : (
        <DashboardSkeleton />
      )}
      <WallControls wall={wall} onLeave={leave} />
    </div>
  );
}

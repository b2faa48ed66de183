import { type RefObject, useCallback, useEffect, useState } from 'react';
import { type Jump, jumpDone, onJump, waitingJump } from '../../../alarms/web/jump.public.ts';
import type { Card } from '../../overview.contract.ts';
import type { GridHandle } from './CardGrid.tsx';

// spec §4, §9: scroll delay 100 ms, highlight 1.5 s
const SCROLL_DELAY_MS = 100;
const HIGHLIGHT_MS = 1_500;
/** A card that is not drawn by then is pointed at no more: a highlight must not come as a surprise. */
const DRAWN_WITHIN_MS = 5_000;

interface Given {
  /** The cards as they stand on screen, or undefined while they load. */
  arranged: readonly Card[] | undefined;
  /** Every card, also those that a filter hides. */
  all: readonly Card[] | undefined;
  grid: RefObject<GridHandle | null>;
  showAll: () => void;
}

interface CardJump {
  /** The wish while its card is to be highlighted, else null. */
  pointed: Jump | null;
  /** Told when the highlighted card stands in the page: its time begins then, however long the page took to draw it. */
  onDrawn: () => void;
}

/** Answers a notification's wish: scrolls to the plant's card, after clearing filters that hide it, and points at it. */
export function useCardJump({ arranged, all, grid, showAll }: Given): CardJump {
  const [filter, setWish] = useState<Jump | null>(waitingJump);
  const [pointed, setPointed] = useState<Jump | null>(null);
  const [drawn, setDrawn] = useState<Jump | null>(null);

  useEffect(() => onJump(() => setWish(waitingJump())), []);

  useEffect(() => {
    if (!filter || !arranged || !all) return;
    const index = arranged.findIndex(({ code }) => code === filter.proj_code);
    if (index < 0) {
      if (all.some(({ code }) => code === filter.proj_code)) showAll();
      else jumpDone(filter);
      return;
    }
    const timer = setTimeout(() => {
      grid.current?.scrollTo(index);
      jumpDone(filter);
      setWish(null);
      setPointed(filter);
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [filter, arranged, all, grid, showAll]);

  useEffect(() => {
    if (!pointed) return;
    const timer = setTimeout(() => setPointed(null), drawn === pointed ? HIGHLIGHT_MS : DRAWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [pointed, drawn]);

  const onDrawn = useCallback(() => setDrawn(pointed), [pointed]);
  return { pointed, onDrawn };
}

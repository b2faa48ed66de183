import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type CalendarView, type Choosing, chosenOf, dayAfterKey, stepped } from './calendar.model.ts';
import type { CalendarProps } from './calendar-props.ts';

const dayOf = (element: Element): string | undefined =>
  element instanceof HTMLElement ? element.dataset.day : undefined;

/** The day below a point: bars reach over the cells beside their own. */
const dayAt = ({ clientX, clientY }: { clientX: number; clientY: number }): string | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .flatMap((one) => dayOf(one) ?? [])
    .at(0);

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button') !== null;

/** Days under a pointer that is held down, until it is let go; a finger scrolls instead, and taps. */
function useDragging(onChoose: CalendarProps['onChoose']) {
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  useEffect(() => {
    if (!choosing) return;
    const listening = new AbortController();
    const { signal } = listening;
    const leave = () => setChoosing(null);
    const move = (event: globalThis.PointerEvent) => {
      const reached = dayAt(event);
      if (reached !== undefined && reached !== choosing.reached) setChoosing({ ...choosing, reached });
    };
    const end = () => {
      leave();
      const { from, to } = chosenOf(choosing);
      onChoose?.(from, to);
    };
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', leave, { signal });
    addEventListener('keydown', (event) => event.key === 'Escape' && leave(), { signal });
    return () => listening.abort();
  }, [choosing, onChoose]);
  const byMouse = useRef(false);
  return {
    choosing,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      byMouse.current = event.pointerType === 'mouse' || event.pointerType === 'pen';
      const anchor = dayOf(event.currentTarget);
      if (!onChoose || !byMouse.current || event.button !== 0 || isControl(event.target)) return;
      // No text is marked while days are.
      event.preventDefault();
      if (anchor !== undefined) setChoosing({ anchor, reached: anchor });
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const day = dayOf(event.currentTarget);
      if (!byMouse.current && day !== undefined && !isControl(event.target)) onChoose?.(day, day);
      byMouse.current = false;
    },
  };
}

interface Keys extends Pick<CalendarProps, 'view' | 'day' | 'onShow' | 'onChoose'> {
  /** What Enter does on a day unless several are chosen. */
  onEnter: (cell: HTMLElement, day: string) => void;
  /** Where a key leads, of cells that are no days. */
  afterKey?: (key: string, from: string) => string | undefined;
}

function afterKeyOf(view: CalendarView): NonNullable<Keys['afterKey']> {
  return (key, from) => {
    const page = { PageUp: -1, PageDown: 1 }[key] as 1 | -1 | undefined;
    return page ? stepped(view, from, page) : dayAfterKey(key, from);
  };
}

/**
 * The days of a calendar, or its hours, under keyboard and pointer. The arrows, Home and End go from day to day, with Shift they choose the days
 * between; Page Up and Down go to the next period, the space bar takes what is chosen, Enter as well or goes into the day's entries,
 * and Escape leaves what was chosen.
 */
export function useChoosing(keys: Keys) {
  const { view, day, onShow, onChoose, onEnter, afterKey = afterKeyOf(view) } = keys;
  const grid = useRef<HTMLElement>(null);
  const moved = useRef(false);
  const [byKey, setByKey] = useState<Choosing | null>(null);
  const { choosing: dragged, ...pointer } = useDragging(onChoose);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const take = (choice: Choosing) => {
    const { from, to } = chosenOf(choice);
    setByKey(null);
    onChoose?.(from, to);
  };
  const go = (next: string, anchor: string | undefined) => {
    setByKey(anchor === undefined ? null : { anchor: byKey?.anchor ?? anchor, reached: next });
    moved.current = true;
    onShow(view, next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cell = event.currentTarget;
    // A pointer may have put the focus elsewhere than on the day that is shown.
    const here = dayOf(cell) ?? day;
    if (event.key === 'Escape') {
      setByKey(null);
      cell.focus();
    }
    if (event.target !== cell) return;
    if (event.key === ' ' && onChoose) {
      event.preventDefault();
      take(byKey ?? { anchor: here, reached: here });
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (byKey) take(byKey);
      else onEnter(cell, here);
      return;
    }
    const next = afterKey(event.key, here);
    if (next === undefined) return;
    event.preventDefault();
    go(next, event.shiftKey && onChoose ? here : undefined);
  };
  const choosing = dragged ?? byKey;
  return { grid, chosen: choosing && chosenOf(choosing), cell: { ...pointer, onKeyDown } };
}

export type Chosen = ReturnType<typeof useChoosing>;

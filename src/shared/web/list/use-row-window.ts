import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { usePrinting } from '../ui/use-printing.ts';

/** Shorter lists are rendered whole: the browser's own search finds every row. Paper has all of any list. */
const MANY = 150;
/** In a sheet each row holds a dozen controls. */
const MANY_IN_SHEET = 40;

/** How far down the page something begins; what stands above it may grow or shrink. */
function useTop(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return top;
}

/**
 * Which of many rows stand near the window, and the room to leave for those that do not.
 * @param height estimate of a row in pixels; rows that carry `measure` as their ref are measured
 * @param sheet the box that the rows scroll in, where it is not the window
 */
export function useRowWindow(
  ref: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  sheet?: RefObject<HTMLElement | null>,
) {
  const top = useTop(ref);
  const scrollMargin = sheet ? 0 : top;
  const printing = usePrinting();
  const many = !printing && count > (sheet ? MANY_IN_SHEET : MANY);
  const rows = { count, estimateSize: () => height, overscan: 12 };
  const inWindow = useWindowVirtualizer({ ...rows, enabled: many && !sheet, scrollMargin });
  const inSheet = useVirtualizer({
    ...rows,
    enabled: many && sheet !== undefined,
    getScrollElement: () => sheet?.current ?? null,
  });
  const virtual = sheet ? inSheet : inWindow;
  if (!many) return { many, from: 0, to: count, before: 0, after: 0, measure: undefined };
  const items = virtual.getVirtualItems();
  const last = items.at(-1);
  return {
    many,
    from: items[0]?.index ?? 0,
    to: last ? last.index + 1 : 0,
    before: items[0] ? items[0].start - scrollMargin : 0,
    after: virtual.getTotalSize() - (last ? last.end - scrollMargin : 0),
    measure: virtual.measureElement,
  };
}

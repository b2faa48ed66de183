import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Shorter lists are rendered whole: the browser's own search and the printer find every row. */
const MANY = 150;

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
 */
export function useRowWindow(ref: RefObject<HTMLElement | null>, count: number, height: number) {
  const scrollMargin = useTop(ref);
  const many = count > MANY;
  const virtual = useWindowVirtualizer({
    count,
    enabled: many,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin,
  });
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

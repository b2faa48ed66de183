import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether a table is wider than the room it has; only then it scrolls sideways, since its head could not stick. */
export function useTooWide(ref: RefObject<HTMLTableElement | null>): boolean {
  const [tooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const table = ref.current;
    const box = table?.parentElement;
    if (!table || !box) return;
    const measure = () => setTooWide(table.scrollWidth > box.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [ref]);
  return tooWide;
}

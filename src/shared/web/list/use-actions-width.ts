import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How wide the buttons of the rows are at the widest seen so far: columns of a fixed table do not ask their contents, and
 * rows that come and go must not move them.
 */
export function useActionsWidth(ref: RefObject<HTMLTableElement | null>, enabled: boolean): number {
  const [width, setWidth] = useState(0);
  // After every rendering: other rows may have come with it.
  useLayoutEffect(() => {
    if (!enabled) return;
    const found = [...(ref.current?.querySelectorAll('[data-row-actions]') ?? [])];
    const widest = Math.ceil(Math.max(0, ...found.map((each) => each.getBoundingClientRect().width)));
    if (widest > width) setWidth(widest);
  });
  return width;
}

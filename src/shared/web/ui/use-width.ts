import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide an element without padding is: known before it is painted for the first time, so that nothing jumps, and followed. */
export function useWidth<Of extends HTMLElement>(): { ref: RefObject<Of | null>; width: number } {
  const ref = useRef<Of>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

import { useSyncExternalStore } from 'react';

const paper = () => matchMedia('print');

function subscribe(onChange: () => void): () => void {
  const media = paper();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the page is on its way to paper: told before the browser lays it out there. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => paper().matches);

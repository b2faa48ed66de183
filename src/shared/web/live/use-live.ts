import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveEvent } from '../../contract/live.contract.ts';
import { type LiveState, listenLive } from './stream.ts';

/** Keeps one live stream open for a company while the calling part is on screen; answers how it fares. */
export function useLive(company: number, onEvent: (event: LiveEvent) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    const stop = new AbortController();
    setState('connecting');
    void listenLive({
      company,
      onEvent: (event) => {
        // An event that was already on its way when the company changed belongs to nobody here.
        if (!stop.signal.aborted) hear(event);
      },
      onState: (next) => {
        if (!stop.signal.aborted) setState(next);
      },
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [company]);
  return state;
}

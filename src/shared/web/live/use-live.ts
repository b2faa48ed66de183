import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveEvent } from '../../contract/live.contract.ts';
import { type Browser, SharedStream } from './shared-stream.ts';
import { type LiveState, listenLive } from './stream.ts';

const browser: Browser = {
  openChannel: (name) => new BroadcastChannel(name),
  memory: localStorage,
  locks: navigator.locks,
};

/** A page that is about to be frozen or kept for "back" lets another one read; one that comes into view asks who does. */
function followPage(shared: SharedStream, signal: AbortSignal): void {
  const leave = () => shared.leave();
  const join = () => shared.join();
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', join, { signal });
  document.addEventListener('freeze', leave, { signal });
  document.addEventListener('resume', join, { signal });
  const look = () => {
    if (document.visibilityState === 'visible') shared.ask();
  };
  document.addEventListener('visibilitychange', look, { signal });
}

/** Hears the live stream of a company while the calling part is on screen; answers how it fares. */
export function useLive(user: number, company: number, onEvent: (event: LiveEvent) => void): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    const stop = new AbortController();
    const shared = new SharedStream({
      name: `meridiana-live-${user}-${company}`,
      browser,
      read: (listening) => listenLive({ ...listening, company }),
      onEvent: (event) => hear(event),
      onState: setState,
    });
    shared.join();
    followPage(shared, stop.signal);
    return () => {
      stop.abort();
      shared.leave();
    };
  }, [user, company]);
  return state;
}

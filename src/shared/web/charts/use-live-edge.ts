import { useEffect, useRef } from 'react';
import type { Choice } from './choice.model.ts';

const LIVE_PAUSE_MS = 10_000;
const SLOW_PAUSE_MS = 60_000;

export interface Edge {
  /** Whether new readings can still appear in the window. */
  live: boolean;
  choice: Choice;
  /** When something was last heard that may have moved the edge. */
  heardAt: number;
  refetch: () => unknown;
}

/** Asks for the series again when readings have come, at most every ten seconds (long windows: every minute). */
export function useLiveEdge({ live, choice, heardAt, refetch }: Edge): void {
  const slow = choice.span !== 'day' && choice.span !== 'last';
  const pause_ms = slow ? SLOW_PAUSE_MS : LIVE_PAUSE_MS;
  const asked = useRef(Date.now());
  const ask = useRef(refetch);
  ask.current = refetch;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new reading may move the edge
  useEffect(() => {
    if (!live) return;
    const wait = Math.max(0, asked.current + pause_ms - Date.now());
    const timer = setTimeout(() => {
      asked.current = Date.now();
      ask.current();
    }, wait);
    return () => clearTimeout(timer);
  }, [live, heardAt, pause_ms]);
}

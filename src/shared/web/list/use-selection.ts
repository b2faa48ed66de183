import { useState } from 'react';

type Chosen = ReadonlySet<string | number>;
const NONE: Chosen = new Set();

interface State<T> {
  /** Of which question, on which of its pages. */
  readonly question: string;
  readonly chosen: Chosen;
  /** Rows of all pages that were chosen in one go; undefined where they are those on screen. */
  readonly everything: readonly T[] | undefined;
}

/**
 * Rows that are chosen of one list; another question begins with none. What is chosen of all pages stays while somebody turns
 * them. @param queryId tells lists and pages apart @param wideId tells lists apart, whichever page is on screen
 */
export function useSelection<T>(queryId: string, wideId = queryId) {
  const [state, setState] = useState<State<T>>({ question: queryId, chosen: NONE, everything: undefined });
  const stands = state.question === (state.everything ? wideId : queryId);
  const everything = stands ? state.everything : undefined;
  return {
    chosen: stands ? state.chosen : NONE,
    everything,
    onChosen: (next: Chosen) => {
      const wide = next.size > 0 ? everything : undefined;
      setState({ question: wide ? wideId : queryId, chosen: next, everything: wide });
    },
    chooseEverything: (rows: readonly T[], keys: Chosen) =>
      setState({ question: wideId, chosen: keys, everything: rows }),
    clear: () => setState({ question: queryId, chosen: NONE, everything: undefined }),
  };
}

import { useState } from 'react';

type Chosen = ReadonlySet<string | number>;
const NONE: Chosen = new Set();

/** Rows that are chosen of one list; another question begins with none. @param queryId tells lists apart */
export function useSelection(queryId: string) {
  const [state, setState] = useState({ question: queryId, chosen: NONE });
  const chosen = state.question === queryId ? state.chosen : NONE;
  return {
    chosen,
    onChosen: (next: Chosen) => setState({ question: queryId, chosen: next }),
    clear: () => setState({ question: queryId, chosen: NONE }),
  };
}

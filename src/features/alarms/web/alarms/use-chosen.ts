import { useState } from 'react';

type Chosen = ReadonlySet<string | number>;
const NONE: Chosen = new Set();

/** Rows that are chosen of one list; another question begins with none. @param question tells lists apart */
export function useChosen(question: string) {
  const [kept, setKept] = useState({ question, chosen: NONE });
  const chosen = kept.question === question ? kept.chosen : NONE;
  return {
    chosen,
    onChosen: (next: Chosen) => setKept({ question, chosen: next }),
    clear: () => setKept({ question, chosen: NONE }),
  };
}

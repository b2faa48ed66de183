import { useEffect, useState } from 'react';
import { asTheyAre, type CalmRows, calmly } from './calm-rows.model.ts';

interface Given<T> {
  /** Undefined until they are known. */
  fresh: readonly T[] | undefined;
  /** Tells questions apart: the rows of another one are shown at once. */
  question: string;
  /** Somebody reads: nothing may move under their eyes. */
  held: boolean;
  page_size: number;
}

interface Kept<T> {
  question: string;
  fresh: readonly T[];
  held: boolean;
  calm: CalmRows<T>;
}

/** Keeps a live list from jumping under its reader; `showAll` shows it as it is. */
export function useCalmRows<T extends { id: number | string }>({
  fresh,
  question,
  held,
  page_size,
}: Given<T>) {
  const [kept, setKept] = useState<Kept<T> | null>(null);
  let now = kept;
  if (fresh && (kept === null || kept.question !== question)) {
    now = { question, fresh, held, calm: asTheyAre(fresh) };
  } else if (fresh && kept && (kept.fresh !== fresh || kept.held !== held)) {
    now = { question, fresh, held, calm: calmly(kept.calm, fresh, { held, page_size }) };
  }
  if (now !== kept) setKept(now);
  useEffect(() => {
    if (!now || now.calm.arrived.size === 0) return;
    const timer = setTimeout(
      () => setKept((last) => last && { ...last, calm: { ...last.calm, arrived: new Set() } }),
      NEW_FOR_MS,
    );
    return () => clearTimeout(timer);
  }, [now]);
  return {
    calm: now?.calm,
    showAll: () =>
      fresh &&
      setKept({
        question,
        fresh,
        held,
        calm: calmly(asTheyAre(now?.calm.rows ?? []), fresh, { held: false, page_size }),
      }),
  };
}

/** So long a row says that it is new. */
const NEW_FOR_MS = 30_000;

import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { overviewCalls, type Spark } from '../../overview.contract.ts';

type SparkData = z.infer<typeof Spark>;

/** Long enough that scrolling past a row asks for nothing. */
const SETTLE_MS = 120;
/** A quarter of an hour's mean moves slowly: what is younger than this is not asked for again. */
const FRESH_MS = 60_000;
const MAX_CODES = 200;

/**
 * Today's power of the cards in view, by plant: one request for all that are missing or old. `failed` while the newest
 * request has failed.
 * @param codes plants in view
 * @param moved changes whenever live figures arrived, which is when old drawings are renewed
 */
export function useSparks(
  codes: readonly string[],
  moved: number,
): { sparks: ReadonlyMap<string, SparkData>; failed: boolean } {
  const { id_client } = useCompany();
  const [sparks, setSparks] = useState<ReadonlyMap<string, SparkData>>(new Map());
  const [failed, setFailed] = useState(false);
  const askedAt = useRef(new Map<string, number>());
  const stopped = useRef(false);
  const wanted = codes.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` is the signal to look for old drawings again
  useEffect(() => {
    const timer = setTimeout(async () => {
      const now = Date.now();
      const due = wanted
        .split(',')
        .filter((code) => code !== '' && now - (askedAt.current.get(code) ?? 0) > FRESH_MS)
        .slice(0, MAX_CODES);
      if (due.length === 0) return;
      for (const code of due) askedAt.current.set(code, now);
      try {
        const found = await send(overviewCalls.dashboardData, {
          query: { codes: due.join(',') },
          company: id_client,
        });
        if (stopped.current) return;
        setFailed(false);
        setSparks((old) => new Map([...old, ...found.map((s) => [s.code, s] as const)]));
      } catch (fault) {
        // The cards stand without their drawings; the next movement asks again.
        for (const code of due) askedAt.current.delete(code);
        if (stopped.current) return;
        setFailed(true);
        console.warn('drawings of today could not be loaded', fault);
      }
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, moved, id_client]);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);
  return { sparks, failed };
}

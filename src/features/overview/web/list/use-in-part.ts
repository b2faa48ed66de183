import { useMemo } from 'react';
import type { Card } from '../../overview.contract.ts';
import { partOf } from '../../plant-groups.model.ts';
import { useRegions, useTags } from './use-regions-and-tags.ts';

export interface InPart {
  /** Undefined while it is not known which they are. */
  readonly cards: readonly Card[] | undefined;
  /** Why it is not. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The plants of the region or tag that an address names, `region:Lazio`; all of them for ''. */
export function useInPart(cards: readonly Card[] | undefined, text: string): InPart {
  const part = partOf(text);
  const regions = useRegions(part?.by === 'region');
  const tags = useTags(part?.by === 'tag');
  const [by, title] = [part?.by, part?.title ?? ''];
  const names = by === 'region' ? regions : tags;
  const found = useMemo(() => {
    if (by === undefined) return cards;
    if (by === 'comune') return cards?.filter((card) => card.comune === title);
    if (by === 'region') return regions.of && cards?.filter(({ code }) => regions.of?.get(code) === title);
    return tags.of && cards?.filter(({ code }) => tags.of?.get(code)?.includes(title));
  }, [cards, by, title, regions.of, tags.of]);
  return { cards: found, error: names.error, refetch: names.refetch };
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grouping } from '../../dashboard.model.ts';
import type { Card } from '../../overview.contract.ts';
import type { OwnState } from '../../overview.model.ts';
import type { GroupWords } from '../../plant-groups.model.ts';
import { useRegions, useTags } from './use-regions-and-tags.ts';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

interface Words {
  /** Undefined while it is not known. */
  readonly words: GroupWords | undefined;
  /** Why it is not. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** What groups of plants are named after. */
export function useGroupWords(group: Grouping | undefined): Words {
  const { t } = useTranslation();
  const { t: to } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  const found = { region: useRegions(group === 'region'), tag: useTags(group === 'tag') };
  const regions = group === 'region' ? found.region.of : NONE;
  const tags = group === 'tag' ? found.tag.of : NONE;
  const words = useMemo(
    () =>
      regions &&
      tags && {
        stateOf: (state: OwnState) => t(`state.${state}`),
        typeOf: (type: Card['productionType']) => tp(`production.${type}`),
        regionOf: (code: string) => regions.get(code) ?? '',
        tagsOf: (code: string) => tags.get(code) ?? [],
        none: to(`list.none.${group ?? 'state'}`),
      },
    [t, to, tp, regions, tags, group],
  );
  const { error, refetch } = group === 'tag' ? found.tag : found.region;
  return { words, error, refetch };
}

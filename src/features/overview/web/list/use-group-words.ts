import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grouping } from '../../dashboard.model.ts';
import type { GroupWords } from '../../plant-groups.model.ts';
import { useRegions, useTags } from './use-regions-and-tags.ts';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** What groups of plants are named after; undefined while it is on its way. */
export function useGroupWords(group: Grouping | undefined): GroupWords | undefined {
  const { t } = useTranslation();
  const { t: to } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  const found = { region: useRegions(group === 'region'), tag: useTags(group === 'tag') };
  // Where they cannot be asked for, no plant has one.
  const regions = group === 'region' && !found.region.error ? found.region.of : NONE;
  const tags = group === 'tag' && !found.tag.error ? found.tag.of : NONE;
  return useMemo(
    () =>
      regions &&
      tags && {
        stateOf: (state) => t(`state.${state}`),
        typeOf: (type) => tp(`production.${type}`),
        regionOf: (code) => regions.get(code) ?? '',
        tagsOf: (code) => tags.get(code) ?? [],
        none: to(`list.none.${group ?? 'state'}`),
      },
    [t, to, tp, regions, tags, group],
  );
}

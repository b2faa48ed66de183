import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { placesQuery } from '../../../../shared/web/geo/places.ts';
import { regionFinder } from '../../../../shared/web/geo/regions.model.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import type { Grouping } from '../../dashboard.model.ts';
import type { GroupWords } from '../../plant-groups.model.ts';

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Regions by the codes of plants, asked for where the list is grouped by them alone. */
function useRegions(wanted: boolean): ReadonlyMap<string, string> | undefined {
  const places = useQuery({ ...placesQuery, enabled: wanted });
  const plants = useCall(plantsCalls.list, wanted ? {} : null, { staleTime: 60_000 });
  return useMemo(() => {
    if (!wanted || places.isError || plants.isError) return NONE;
    if (!places.data || !plants.data) return undefined;
    const regionOf = regionFinder(places.data);
    return new Map(
      plants.data.flatMap((plant) => {
        const region = regionOf(plant);
        return region ? [[plant.proj_code, region] as const] : [];
      }),
    );
  }, [wanted, places.data, places.isError, plants.data, plants.isError]);
}

function useTags(wanted: boolean): ReadonlyMap<string, readonly string[]> | undefined {
  const tags = useCall(plantsCalls.plantTags, wanted ? {} : null);
  return useMemo(() => {
    if (!wanted || tags.isError) return NONE;
    return tags.data && new Map(tags.data.map((one) => [one.proj_code, one.tags]));
  }, [wanted, tags.data, tags.isError]);
}

/** What groups of plants are named after; undefined while it is on its way. */
export function useGroupWords(group: Grouping | undefined): GroupWords | undefined {
  const { t } = useTranslation();
  const { t: to } = useTranslation('overview');
  const { t: tp } = useTranslation('plants');
  const regions = useRegions(group === 'region');
  const tags = useTags(group === 'tag');
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

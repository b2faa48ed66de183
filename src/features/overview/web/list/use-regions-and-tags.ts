import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { placesQuery } from '../../../../shared/web/geo/places.ts';
import { regionFinder } from '../../../../shared/web/geo/regions.model.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';

/** What plants are called after by their codes; undefined while it is on its way, or not asked for. */
interface Names<N> {
  readonly of: ReadonlyMap<string, N> | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Regions by the codes of plants, asked for where somebody wants them alone. */
export function useRegions(wanted: boolean): Names<string> {
  const places = useQuery({ ...placesQuery, enabled: wanted });
  const plants = useCall(plantsCalls.list, wanted ? {} : null, { staleTime: 60_000 });
  const of = useMemo(() => {
    if (!wanted || !places.data || !plants.data) return undefined;
    const regionOf = regionFinder(places.data);
    return new Map(
      plants.data.flatMap((plant) => {
        const region = regionOf(plant);
        return region ? [[plant.proj_code, region] as const] : [];
      }),
    );
  }, [wanted, places.data, plants.data]);
  // What failed for another screen, or before, is nobody's fault here.
  const failed = wanted ? [places, plants].filter((query) => query.isLoadingError) : [];
  const refetch = () => {
    for (const query of failed) void query.refetch();
  };
  return { of, error: failed[0]?.error ?? null, refetch };
}

/** Tags of their devices by the codes of plants, asked for in the same way. */
export function useTags(wanted: boolean): Names<readonly string[]> {
  const tags = useCall(plantsCalls.plantTags, wanted ? {} : null);
  const of = useMemo(
    () => tags.data && new Map(tags.data.map((one) => [one.proj_code, one.tags])),
    [tags.data],
  );
  return {
    of: wanted ? of : undefined,
    error: wanted && tags.isLoadingError ? tags.error : null,
    refetch: () => void tags.refetch(),
  };
}

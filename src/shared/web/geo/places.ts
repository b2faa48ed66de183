import { queryOptions } from '@tanstack/react-query';
import placesUrl from './atlas/places.json?url';
import type { Place } from './places.model.ts';

/** The municipalities that come with the portal, largest first. */
export const placesQuery = queryOptions({
  queryKey: ['places'],
  queryFn: async ({ signal }): Promise<readonly Place[]> => {
    const response = await fetch(placesUrl, { signal });
    if (!response.ok) throw new Error(`the list of places answered ${response.status}`);
    return response.json();
  },
  staleTime: Number.POSITIVE_INFINITY,
});

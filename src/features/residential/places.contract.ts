import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { SENDING_STATES } from './home-states.model.ts';
import { HomeFilter } from './homes.contract.ts';
import { StateCounts } from './residential-fields.contract.ts';

/** A home on the map. */
export const HomePlace = z.object({
  proj_code: z.string(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  state: z.enum(SENDING_STATES),
});
export type HomePlace = z.infer<typeof HomePlace>;

export const placesCalls = area(
  {
    places: call({
      method: 'GET',
      path: '/api/v1/residenziale/places/',
      summary:
        'Where homes stand and how they send, and how many of them have no place on the map; the counts of states are of all that the other filters leave',
      topics: ['residential', 'figures'],
      access: 'community.read',
      timeout_s: 30,
      query: HomeFilter,
      ok: z.object({ homes: z.array(HomePlace), without_place: z.int(), states: StateCounts }),
    }),
  },
  { host: 'residential' },
);

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id } from '../../shared/contract/fields.ts';
import { SENDING_STATES } from './home-states.model.ts';

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
      summary: 'Where homes stand and how they send, and how many of them have no place on the map',
      topics: ['residential', 'figures'],
      access: 'community.read',
      timeout_s: 30,
      query: z.object({ project_id: Id.optional().describe('only homes of this project') }),
      ok: z.object({ homes: z.array(HomePlace), without_place: z.int() }),
    }),
  },
  { host: 'residential' },
);

import { z } from 'zod';
import { area, call } from './call.ts';
import { lineOf } from './fields.ts';

/** The most places that a search answers. */
export const MAX_PLACES = 8;

/** A text shorter than this names no address. */
export const MIN_ADDRESS = 3;

/** A place that an address stands for, in degrees of WGS 84. */
export const FoundPlace = z.object({
  name: z.string(),
  detail: z.string().describe('what tells it from others of its name, such as municipality and country'),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

/** Where addresses stand, as the geocoder of the installation says. */
export const placesCalls = area({
  find: call({
    method: 'GET',
    path: '/api/v1/places/',
    summary:
      'The places that an address stands for, the likeliest first; 503 where the installation has no geocoder, or it does not answer',
    topics: ['places'],
    access: 'asset.read',
    // The geocoder is waited for, over the network.
    tx: 'none',
    query: z.object({ q: lineOf(200).min(MIN_ADDRESS).describe('an address, or a part of one') }),
    ok: z.array(FoundPlace).max(MAX_PLACES),
  }),
});

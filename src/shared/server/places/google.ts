import { z } from 'zod';
import { MAX_PLACES } from '../../contract/places.contract.ts';
import { type Geocoder, Latitude, Line, Longitude, MAX_ROWS } from './geocoder.ts';

const Place = z.object({
  displayName: z.object({ text: Line }).optional(),
  formattedAddress: Line.optional(),
  location: z.object({ latitude: Latitude, longitude: Longitude }),
});
// Where nothing is found the answer is empty; anything beside what was asked for is another one.
const Answer = z.strictObject({ places: z.array(Place).max(MAX_ROWS).default([]) });

/** developers.google.com/maps/documentation/places/web-service/text-search. Its terms let nobody keep names and addresses. */
export const google: Geocoder = {
  url: 'https://places.googleapis.com',
  spacing_ms: 0,
  asks: 'typing',
  keeps: false,
  credit: 'Google Maps',
  ask: ({ q, language }, key = '') => ({
    method: 'POST',
    path: '/v1/places:searchText',
    headers: {
      'content-type': 'application/json',
      'x-goog-api-key': key,
      'x-goog-fieldmask': 'places.displayName,places.formattedAddress,places.location',
    },
    body: JSON.stringify({ textQuery: q, languageCode: language, pageSize: MAX_PLACES }),
  }),
  read: (answer) =>
    Answer.parse(answer).places.flatMap(({ displayName, formattedAddress = '', location }) => {
      const name = displayName?.text || formattedAddress;
      const detail = formattedAddress === name ? '' : formattedAddress;
      return name === '' ? [] : [{ name, detail, ...location }];
    }),
};

import { z } from 'zod';
import { MAX_PLACES } from '../../contract/places.contract.ts';
import { type Geocoder, joined, Latitude, Line, Longitude, MAX_ROWS } from './geocoder.ts';

const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([Longitude, Latitude]) }),
  properties: z
    .object({
      name: Line,
      street: Line,
      housenumber: Line,
      postcode: Line,
      city: Line,
      county: Line,
      state: Line,
      country: Line,
    })
    .partial(),
});
const Answer = z.object({ features: z.array(Feature).max(MAX_ROWS) });

function placeOf({ geometry, properties }: z.output<typeof Feature>) {
  const [longitude, latitude] = geometry.coordinates;
  const { name, street, housenumber, postcode, city, county, state, country } = properties;
  const address = joined([street, housenumber], ' ');
  const called = name || address || city || county || state || country || '';
  const detail = [address, joined([postcode, city], ' '), county, state, country];
  return { name: called, detail: joined(detail.filter((part) => part !== called)), latitude, longitude };
}

/** github.com/komoot/photon: `/api`. Of the portal's languages it knows English; else it says names as they are on the spot. */
export const photon: Geocoder = {
  url: 'https://photon.komoot.io',
  spacing_ms: 0,
  asks: 'typing',
  keeps: true,
  credit: '© OpenStreetMap contributors',
  ask: ({ q, language }) => ({
    method: 'GET',
    path: `/api/?${new URLSearchParams({
      q,
      limit: String(MAX_PLACES),
      lang: language === 'en' ? 'en' : 'default',
    })}`,
  }),
  read: (answer) =>
    Answer.parse(answer)
      .features.map(placeOf)
      .filter(({ name }) => name !== ''),
};

import { z } from 'zod';
import { MAX_PLACES } from '../../contract/places.contract.ts';
import { type Geocoder, joined, Latitude, Line, Longitude, MAX_ROWS } from './geocoder.ts';

const degrees = (range: z.ZodNumber) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(range);

const Row = z.object({
  lat: degrees(Latitude),
  lon: degrees(Longitude),
  name: Line.nullish(),
  display_name: Line,
  address: z.object({ road: Line.optional(), house_number: Line.optional() }).optional(),
});

function placeOf({ lat: latitude, lon: longitude, name, display_name, address = {} }: z.output<typeof Row>) {
  const parts = display_name.split(', ');
  const street = joined([address.road, address.house_number], ' ');
  const called = name || street || (parts[0] ?? '');
  const said = [called, ...(name ? [] : [address.road, address.house_number])];
  return { name: called, detail: joined(parts.filter((part) => !said.includes(part))), latitude, longitude };
}

/**
 * nominatim.org/release-docs/latest/api/Search. The public server's terms: one request a second for all users of a program,
 * a User-Agent of its own, answers kept, and never asked while somebody types.
 */
export const nominatim: Geocoder = {
  url: 'https://nominatim.openstreetmap.org',
  spacing_ms: 1_000,
  asks: 'enter',
  keeps: true,
  credit: '© OpenStreetMap contributors',
  ask: ({ q, language }) => ({
    method: 'GET',
    path: `/search?${new URLSearchParams({
      q,
      format: 'jsonv2',
      addressdetails: '1',
      limit: String(MAX_PLACES),
      'accept-language': language,
    })}`,
  }),
  read: (answer) => z.array(Row).max(MAX_ROWS).parse(answer).map(placeOf),
};

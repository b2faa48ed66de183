import { z } from 'zod';

/** Who says where an address stands; the first is nobody. */
export const GEOCODERS = ['none', 'nominatim', 'photon', 'google'] as const;
export type GeocoderName = (typeof GEOCODERS)[number];

export interface GeocoderSettings {
  readonly provider: GeocoderName;
  /** Where it is asked; undefined: at its own public address. Without a slash at its end. */
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/** What the environment says of the search for addresses. The descriptions are what docs/settings.md lists. */
export const geocoderEnvironment = {
  GEOCODER: z
    .enum(GEOCODERS, `must be one of ${GEOCODERS.join(', ')}`)
    .default('none')
    .describe(
      'who says where an address stands: none (municipalities alone are found, nobody is asked), nominatim, photon, google',
    ),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://photon.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where that geocoder is asked instead of at its public address'),
  GEOCODER_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')
    .optional()
    .describe('the key for google, which demands one'),
};

type Values = z.output<z.ZodObject<typeof geocoderEnvironment>>;

export function* geocoderFaults({ GEOCODER, GEOCODER_URL, GEOCODER_KEY }: Values): Generator<string> {
  if (GEOCODER === 'none' && GEOCODER_URL !== undefined)
    yield 'GEOCODER must say which geocoder stands at GEOCODER_URL';
  if (GEOCODER === 'google' && GEOCODER_KEY === undefined)
    yield 'GEOCODER_KEY must be set when GEOCODER is google';
  if (GEOCODER !== 'google' && GEOCODER_KEY !== undefined)
    yield `GEOCODER_KEY is for google alone, and GEOCODER is ${GEOCODER}`;
}

export const geocoderSettings = ({ GEOCODER, GEOCODER_URL, GEOCODER_KEY }: Values): GeocoderSettings => ({
  provider: GEOCODER,
  url: GEOCODER_URL,
  key: GEOCODER_KEY,
});

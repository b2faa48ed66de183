import { z } from 'zod';

/** Who says what the weather is; the first asks nobody. */
export const WEATHER_PROVIDERS = ['offline', 'open-meteo', 'openweather', 'meteoblue'] as const;
export type WeatherProviderName = (typeof WEATHER_PROVIDERS)[number];

export interface WeatherSettings {
  readonly provider: WeatherProviderName;
  readonly apiKey: string | undefined;
  /** Where the provider is asked; undefined: at its own public address. Without a slash at its end. */
  readonly url: string | undefined;
  readonly perDay: number;
}

const PER_DAY = 'must be a whole number from 1 to 1000000';

/** What the environment says of the weather. The descriptions are what docs/settings.md lists. */
export const weatherEnvironment = {
  WEATHER_PROVIDER: z
    .enum(WEATHER_PROVIDERS, `must be one of ${WEATHER_PROVIDERS.join(', ')}`)
    .default('offline')
    .describe(
      'who says what the weather is: offline (computed, nobody is asked), open-meteo, openweather, meteoblue',
    ),
  WEATHER_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')
    .optional()
    .describe('the key for that provider; openweather and meteoblue demand one'),
  WEATHER_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://customer-api.open-meteo.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where that provider is asked instead of at its public address'),
  WEATHER_PER_DAY: z.coerce
    .number(PER_DAY)
    .int(PER_DAY)
    .min(1, PER_DAY)
    .max(1_000_000, PER_DAY)
    .default(1000)
    .describe(
      'requests a day that the provider allows; with more places than that each is asked more rarely',
    ),
};

type Values = z.output<z.ZodObject<typeof weatherEnvironment>>;

export function* weatherFaults({ WEATHER_PROVIDER, WEATHER_API_KEY }: Values): Generator<string> {
  const demands = WEATHER_PROVIDER === 'openweather' || WEATHER_PROVIDER === 'meteoblue';
  if (demands && WEATHER_API_KEY === undefined)
    yield `WEATHER_API_KEY must be set when WEATHER_PROVIDER is ${WEATHER_PROVIDER}`;
}

export function weatherSettings(values: Values): WeatherSettings {
  return {
    provider: values.WEATHER_PROVIDER,
    apiKey: values.WEATHER_API_KEY,
    url: values.WEATHER_URL,
    perDay: values.WEATHER_PER_DAY,
  };
}

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, ProjCode } from '../../shared/contract/fields.ts';
import { ASSUMPTIONS } from './power.model.ts';
import { BASES, SOURCES } from './weather.model.ts';

export const PowerForecast = z.object({
  proj_code: z.string(),
  time_zone: z.string(),
  source: z.enum(SOURCES),
  basis: z.enum(BASES).nullable(),
  /** When the weather was said or seen that it is made from; null where it is the clear sky alone. */
  made_at: Instant.nullable(),
  /** Why there is none: no place, no weather yet, no nominal power, not a photovoltaic plant. */
  missing: z.enum(['no_place', 'not_yet', 'no_power', 'not_solar']).nullable(),
  /** What nobody has said and was taken for something. */
  assumed: z.array(z.enum(ASSUMPTIONS)),
  /** Whether the band is that of earlier forecasts of this plant, or a rough one until there are enough. */
  band: z.enum(['measured', 'assumed']).nullable(),
  /** Mean power of each hour; null is an hour of which the weather is not known. */
  hours: z.array(
    z.object({
      start_at: Instant,
      expected_kw: z.number().nullable(),
      low_kw: z.number().nullable(),
      high_kw: z.number().nullable(),
    }),
  ),
  /** Of the forecasts of the last 30 days from the same source on the same basis, each held against the day after it was made; null: none can be judged yet. */
  error: z
    .object({
      /** Days that could be judged. */
      days: z.int(),
      /** Hours of daylight that were forecast and measured. */
      hours: z.int(),
      expected_kwh: z.number(),
      actual_kwh: z.number(),
      mean_absolute_kw: z.number(),
      mean_absolute_pct: z.number().nullable(),
      bias_pct: z.number().nullable(),
    })
    .nullable(),
});
export type PowerForecast = z.infer<typeof PowerForecast>;

export const powerCalls = area({
  meteoblueGetExpected: call({
    method: 'GET',
    path: '/api/v1/meteoblue-get-expected/',
    summary:
      "The forecast of a plant's power for three days, with its band and the error of earlier forecasts",
    topics: ['weather', 'plants', 'devices', 'configuration'],
    access: 'asset.read',
    query: z.object({ proj_code: ProjCode }),
    ok: PowerForecast,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { CodeName, commaList, Day, Instant } from '../../shared/contract/fields.ts';
import { BALANCE_FAULTS, METERS } from './home-balance.model.ts';
import { AT, byCode, CURVES, days, energies, Known, OneDay, Series } from './residential-fields.contract.ts';

export const HomeDay = z.object({
  day: z.iso.date(),
  ...energies,
  capacity_kwh: Known.describe('what its batteries said they can hold, the mean of the day'),
  fault: z.enum(BALANCE_FAULTS).nullable(),
  wrong_meter: z.enum(METERS).nullable().describe('the one that is likely wrong'),
  saved_eur: z.number().nullable().describe('by its contract: not drawn, and fed in'),
});
export type HomeDay = z.infer<typeof HomeDay>;

/** What a month or a year of a home came to. */
const HomePeriod = z.object({
  period: z.string().describe('YYYY-MM of a month, YYYY of a year'),
  produced_kwh: Known,
  imported_kwh: Known,
  exported_kwh: Known,
  used_kwh: Known.describe('of the days whose balance is known'),
  self_sufficiency: energies.self_sufficiency,
  saved_eur: z.number().nullable().describe('of the days of which it is known'),
  capacity_kwh: Known.describe('what its batteries said they can hold, the mean of the days'),
  known_days: z.int().describe('whose balance is known'),
  fault_days: z.int().describe('on which it cannot be'),
});

export const POWERS = ['produced', 'grid', 'battery', 'charge'] as const;
/** Powers of a home by interval, kW: made, fed into the grid (negative: drawn), out of the battery (negative: into it); its charge in %. */
export const HomePowers = z.object({
  proj_code: z.string(),
  time_zone: z.string(),
  start: Instant,
  end: Instant,
  series: z.array(Series.extend({ name: z.enum(POWERS), unit: z.string() })),
});
export type HomePowers = z.infer<typeof HomePowers>;

export const LastPowers = z.object({
  proj_code: z.string(),
  at: Instant.nullable().describe('the oldest of its figures'),
  produced_kw: z.number().nullable(),
  grid_kw: z.number().nullable().describe('fed in; negative: drawn'),
  battery_kw: z.number().nullable().describe('out of the battery; negative: into it'),
  charge_pct: z.number().nullable(),
  has_battery: z.boolean().describe('whether there is one: without one its power is none, and not unknown'),
  used_kw: z.number().nullable().describe('what the house takes'),
});
export type LastPowers = z.infer<typeof LastPowers>;

/** What a single home does with its energy: somebody's life. // spec §7: Residential */
export const homeEnergiesCalls = area(
  {
    plantData: call({
      method: 'GET',
      path: `${AT}/plant-data/`,
      summary: "A home's powers in a day, by quarters of an hour",
      topics: ['readings'],
      ...CURVES,
      query: byCode.extend({ date: OneDay }),
      ok: HomePowers,
    }),
    plantDataLast: call({
      method: 'GET',
      path: `${AT}/plant-data/last/`,
      summary: "A home's powers now",
      topics: ['device_values', 'figures', 'residential'],
      ...CURVES,
      query: byCode,
      ok: LastPowers,
    }),
    pdayData: call({
      method: 'GET',
      path: `${AT}/pday-data/`,
      summary: "A home's energies day by day, with what of them cannot be and what was saved",
      topics: ['readings', 'residential'],
      ...CURVES,
      query: byCode.extend(days),
      ok: z.object({
        proj_code: z.string(),
        days: z.array(HomeDay),
        battery_cycles: z.number().nullable().describe('full ones in these days, by its capacity'),
        battery_fault: z
          .boolean()
          .describe('in the last seven of these days the battery gave more than it took'),
      }),
    }),
    homePeriods: call({
      method: 'GET',
      path: `${AT}/home-periods/`,
      summary: "A home's months and years, as far back as its days are kept, oldest first",
      topics: ['readings', 'residential'],
      ...CURVES,
      query: byCode,
      ok: z.object({ proj_code: z.string(), months: z.array(HomePeriod), years: z.array(HomePeriod) }),
    }),
    computedPower: call({
      method: 'GET',
      path: `${AT}/computed-power/`,
      summary: 'Power that a house took in a day, hour by hour, from its meters together',
      topics: ['readings'],
      ...CURVES,
      query: byCode.extend({ date: OneDay }),
      ok: Series.extend({ proj_code: z.string(), unit: z.literal('kW') }),
    }),
    chartData: call({
      method: 'GET',
      path: `${AT}/chart-data/`,
      summary: "Variables of a home's devices over time, in four units at most",
      topics: ['readings'],
      ...CURVES,
      query: byCode.extend({
        variables: commaList(CodeName, 20).describe('names of variables, joined by commas'),
        start: Day,
        end: Day.describe('the last day, included'),
        resolution: z
          .enum(['15m', 'hour', 'day', 'month'])
          .default('hour')
          .describe('how long each point lasts'),
      }),
      ok: z.array(Series.extend({ device: z.string(), variable: z.string(), unit: z.string() })),
    }),
  },
  { host: 'residential' },
);

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant, ProjCode } from '../../shared/contract/fields.ts';
import { PeriodQuery } from './device.contract.ts';

const Kwh = z.number().nullable();

/** A flow of energy over the period: null in a part, and in the sum, is not known; without devices it is not measured. */
const Flow = z.object({
  kwh: z.array(Kwh),
  total_kwh: Kwh,
  /** Short names of the devices that tell it. */
  devices: z.array(z.string()),
  /** Share of what they should have told so far that is missing, 0…1. */
  missing_share: z.number().nullable(),
});

export const EnergyBalance = z.object({
  proj_code: z.string(),
  time_zone: z.string(),
  /** Half-open. */
  start: Instant,
  end: Instant,
  resolution: z.enum(['hour', 'day', 'month']),
  /** The begin of each part of the whole period, also of those to come. */
  ts: z.array(Instant),
  produced: Flow,
  /** Fed into the grid, by exchange meters. */
  exported: Flow,
  /** Drawn from the grid, by exchange meters. */
  imported: Flow,
  /** Produced less fed in, over the hours (of a day) or days in which every device that was due told both. */
  used_kwh: Kwh,
  /** Used on site and drawn; null also where what was drawn is not known in all of those. */
  consumed_kwh: Kwh,
  /** Of how many of the hours or days that have ended the balance is known. */
  balance_parts: z.object({ unit: z.enum(['hour', 'day']), known: z.int(), of: z.int() }),
  /** Share of what was produced that was used on site. */
  used_share: z.number().nullable(),
  fault: z.enum(['fed_in_above_produced']).nullable(),
  /** kWh/kWp of the plant's nominal power. */
  specific_yield: z.number().nullable(),
  /** The same period of the year before, part by part. */
  year_ago: z.object({
    start: Instant.nullable().describe('null for a 29 February'),
    kwh: z.array(Kwh),
    total_kwh: Kwh.describe('null where nothing is known of its time of production'),
    /** Both up to the same point, over the hours (of a day) or days that both years know whole. */
    now_so_far_kwh: Kwh,
    then_so_far_kwh: Kwh,
    change: z.number().nullable(),
    /** How many of them, and the end of the last. */
    compared: z.object({ parts: z.int(), until: Instant.nullable() }),
  }),
  /** What was not emitted elsewhere; a null factor: nobody has set one. */
  co2: z.object({
    applies: z
      .boolean()
      .describe('false for a plant that burns something: what it emits itself is not known'),
    kg_per_kwh: z.number().nullable(),
    source: z.string(),
    avoided_kg: z.number().nullable(),
  }),
});
export type EnergyBalance = z.infer<typeof EnergyBalance>;

export const energyBalanceCalls = area({
  energyBalance: call({
    method: 'GET',
    path: '/api/v1/energy-balance/{proj_code}/',
    summary:
      'Energy of a plant in a day, month or year: produced, used on site, fed in and drawn, beside the year before',
    // Not with each reading: hours of a large plant are counted, and whoever shows them asks again every few minutes.
    topics: ['readings'],
    access: 'asset.read',
    params: z.object({ proj_code: ProjCode }),
    query: PeriodQuery,
    ok: EnergyBalance,
  }),
});

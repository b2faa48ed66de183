import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { commaList, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { AVAILABILITY_CLASSES } from '../downtimes/causes.model.ts';
import { KEPT_DAYS } from '../forecast/periods.model.ts';
import { REASONS, TIME_CLASSES } from './availability.model.ts';

const Share = z.number().nullable();

const Hours = z.object({
  good: z.number(),
  bad: z.number(),
  missing: z.number(),
  excluded: z.number(),
  non_working: z.number(),
  no_sun: z.number(),
});
export const AvailabilityShare = z.object({
  availability: Share.describe(
    'good hours of those that are rated and known, 0…1, by contract with the excluded ones added back; null: none is',
  ),
  completeness: Share.describe('how much of the rated time is known, 0…1'),
  hours: Hours.describe('of a plant: each device by its share of the power'),
});
export type AvailabilityShare = z.infer<typeof AvailabilityShare>;

const both = { raw: AvailabilityShare, contractual: AvailabilityShare };

export const OLDER_DAYS = `days that are over and in no figure, nor in the others: more than ${KEPT_DAYS} days ago, none is made any more`;

export const PlantAvailability = z.object({
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  start: Instant,
  end: Instant,
  power_kw: z
    .number()
    .nullable()
    .describe(
      'of its devices that are counted: so much the plant weighs among others; null: not known of all',
    ),
  least_irradiance_wm2: z.number().describe('from which on the plant has to work'),
  sun: z
    .enum(['sensor', 'clear_sky', 'not_needed'])
    .nullable()
    .describe(
      'by what it is known that the sun is up; not_needed: the plant is not photovoltaic, and all hours count; null: neither a sensor nor a place is known',
    ),
  ...both,
  energy: z.object({
    availability: Share.describe('energy made, of that and what downtimes lost'),
    energy_kwh: z.number(),
    lost_kwh: z.number(),
  }),
  pending_days: z
    .int()
    .describe(
      'days of the window that are in no figure yet: where many plants are told, today, days that are over and not made yet, and days at its borders that lie in it only in part',
    ),
  unmade_days: z
    .int()
    .describe(
      'of them those that are over since the plant was first heard, and are to be made: within minutes, unless they hold more readings than are counted at once',
    ),
  older_days: z.int().describe(OLDER_DAYS),
  recounting_since: Instant.nullable().describe(
    'since when days of the window are to be counted anew because the calendar or downtimes changed, which takes a few seconds; null: the figures stand',
  ),
  sections: z.array(z.object({ section_id: z.int(), name: z.string(), ...both })),
  devices: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      section_id: z.int().nullable(),
      nominal_power: z.number().nullable(),
      ...both,
    }),
  ),
});
export type PlantAvailability = z.infer<typeof PlantAvailability>;

export const CountedInterval = z.object({
  ts: Instant,
  end: Instant.describe(
    'half-open; of the quarter, or where the calendar changes or a downtime begins or ends within it',
  ),
  raw: z.enum(TIME_CLASSES),
  contractual: z.enum(TIME_CLASSES),
  raw_reason: z.enum(REASONS).describe('why it counts so raw'),
  contractual_reason: z.enum(REASONS).describe('why it counts so by contract'),
  power_kw: z.number().nullable(),
  irradiance_wm2: z.number().nullable(),
  works: z.boolean().describe('by the RGI calendar'),
  downtime_id: z.int().nullable(),
  cause: z.string().nullable().describe('of that downtime'),
  downtime: z.enum(AVAILABILITY_CLASSES).nullable().describe('how that downtime counts'),
  downtime_part: z
    .number()
    .describe(
      'of the power of the device that the downtime is about, 0…1; the rest counts as the others say, then as if there were none',
    ),
  others: z
    .array(
      z.object({
        downtime_id: z.int(),
        cause: z.string(),
        downtime: z.enum(AVAILABILITY_CLASSES),
        part: z.number().describe('of the power of the device, 0…1'),
      }),
    )
    .describe('other downtimes at the same time, in the order in which they count'),
});
export type CountedInterval = z.infer<typeof CountedInterval>;

const LEAST = z
  .string()
  .regex(/^\d{1,3}(\.\d)?$/)
  .optional()
  .describe('W/m² from which on a plant has to work; without it what is set for the plant, or 50');
export const AvailabilitySetting = z.object({
  least_irradiance_wm2: z
    .number()
    .min(1)
    .max(500)
    .describe('W/m² on the plane, from which on the plant has to work'),
});
export type AvailabilitySetting = z.infer<typeof AvailabilitySetting>;

const reads = { topics: ['availability', 'readings', 'downtimes'], access: 'asset.read' } as const;

export const availabilityCalls = area({
  plants: call({
    method: 'GET',
    path: '/availability/v1/availability/',
    summary: 'Raw and contractual availability of plants, their sections and devices, with how much is known',
    ...reads,
    query: z.object({
      codes: commaList(ProjCode, 1000).optional().describe('all that the caller may see without'),
      start: WindowStart,
      end: WindowEnd.describe('half-open; counted in quarters of an hour'),
      least_irradiance: LEAST,
    }),
    ok: z.array(PlantAvailability),
  }),
  intervals: call({
    method: 'GET',
    path: '/availability/v1/intervals/',
    summary:
      'What each quarter of an hour of a device was counted as, and why; cut where calendar and downtimes change',
    ...reads,
    query: z.object({ device_id: Id, start: WindowStart, end: WindowEnd, least_irradiance: LEAST }),
    ok: z.array(CountedInterval),
  }),
  setting: call({
    method: 'PUT',
    path: '/availability/v1/availability-settings/{proj_code}/',
    summary: 'Says from how much sun on a plant has to work; all its days are counted anew',
    topics: ['availability'],
    access: 'records.write',
    params: z.object({ proj_code: ProjCode }),
    body: AvailabilitySetting,
    ok: AvailabilitySetting,
  }),
});

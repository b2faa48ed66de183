import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';
import { DEVICE_CATEGORIES } from '../plants/plants.model.ts';
import { PlantOverview } from './overview.contract.ts';
import { NOT_COMPARABLE, RATINGS } from './siblings.model.ts';

export const DeviceOverview = PlantOverview.pick({ plant: true, groups: true }).extend({
  device: PlantOverview.shape.devices.element,
  /** Working devices of its category in the plant, itself among them. */
  siblings: z.int(),
});
export type DeviceOverview = z.infer<typeof DeviceOverview>;

export const DeviceSiblings = z.object({
  device_id: z.int(),
  proj_code: z.string(),
  time_zone: z.string(),
  category: z.enum(DEVICE_CATEGORIES),
  /** Half-open: the day, month or year of the plant that was asked for. */
  start: Instant,
  end: Instant,
  /** Days of it so far. */
  days: z.int(),
  common_days: z.int().describe('days that are compared: those known of every device that is compared'),
  rated_by: z
    .enum(RATINGS)
    .describe('what energies are divided by: the peak power of the modules (kWp) or the nominal power (kW)'),
  /** kWh/kWp, or kWh/kW, in the middle of those that can be compared; null with fewer than three. */
  median: z.number().nullable(),
  /** The best first; those that cannot be compared stand last. */
  results: z.array(
    z.object({
      device_id: z.int(),
      short_name: z.string(),
      /** kWp or kW, as rated_by says. */
      rating_kw: z.number().nullable(),
      energy_kwh: z.number().nullable(),
      counted: z.enum(['counter', 'power']).nullable().describe('what its energy is counted by'),
      /** Days of which its energy is known. */
      known_days: z.int(),
      /** kWh for each kWp or kW of the days that are compared; null where it cannot be compared, which is no zero. */
      specific_yield: z.number().nullable(),
      why_not: z.enum(NOT_COMPARABLE).nullable(),
      /** Share above (or below) the median. */
      deviation: z.number().nullable(),
    }),
  ),
});
export type DeviceSiblings = z.infer<typeof DeviceSiblings>;

/** A day, month or year of a plant's own calendar. */
export const PeriodQuery = z.object({
  span: z.enum(['day', 'month', 'year']).default('day').describe("of the plant's own calendar"),
  date: Day.optional().describe(
    'a day that lies in it, YYYY-MM-DD; the current one when left out, or not come yet',
  ),
});

const params = z.object({ proj_code: ProjCode, id: Id });

export const devicePageCalls = area({
  deviceOverview: call({
    method: 'GET',
    path: '/api/v1/plant-overview/{proj_code}/devices/{id}/',
    summary: 'One working device of a plant with its last values and quality',
    topics: ['figures'],
    access: 'asset.read',
    params,
    ok: DeviceOverview,
  }),
  deviceSiblings: call({
    method: 'GET',
    path: '/api/v1/plant-overview/{proj_code}/devices/{id}/siblings/',
    summary:
      'The energy of a device and of those of its category in the plant, for each kWp of their modules or, where it is not known of all, for each kW of nominal power',
    topics: ['figures'],
    access: 'asset.read',
    params,
    query: PeriodQuery,
    ok: DeviceSiblings,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant } from '../../shared/contract/fields.ts';
import { QUALITIES } from '../measurements/measurements.model.ts';
import { TIMEOUT_S } from './configuration.model.ts';
import { DeviceHealth, PortState } from './configured.contract.ts';

/** What moves by itself while a device's configuration is on screen. */
export const DeviceLatest = z.object({
  health: DeviceHealth,
  /** Null without a port, and before anybody has polled it. */
  port_state: PortState.nullable(),
  trace_until: Instant.nullable(),
  values: z.array(
    z.object({
      /** The variable's name. */
      name: z.string(),
      value: z.number().nullable(),
      ts: Instant.nullable(),
      quality: z.enum(QUALITIES),
    }),
  ),
});
export type DeviceLatest = z.infer<typeof DeviceLatest>;

/** One hour of a device's polls. */
export const HealthHour = z.object({
  hour: Instant,
  polls: z.int(),
  answered: z.int(),
  requests: z.int(),
  failed: z.int(),
  /** Mean and longest of the hour's answers; null without one. */
  latency_ms: z.number().nullable(),
  latency_max_ms: z.number().nullable(),
});
export type HealthHour = z.infer<typeof HealthHour>;

export const latestCalls = area(
  {
    deviceHours: call({
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/health-hours/',
      summary: "A device's polls of the last seven days, hour by hour; an hour without polls is left out",
      topics: ['device_health'],
      access: 'cloudcontrol',
      params: z.object({ id: Id }),
      ok: z.array(HealthHour),
      timeout_s: TIMEOUT_S,
    }),
    deviceNewest: call({
      method: 'GET',
      path: '/cloudcontrol/v1/devices/{id}/newest/',
      summary: "A device's health and the newest value of each of its variables",
      topics: ['devices', 'device_values'],
      access: 'cloudcontrol',
      params: z.object({ id: Id }),
      ok: DeviceLatest,
      timeout_s: TIMEOUT_S,
    }),
  },
  { host: 'cloud_control' },
);

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Instant } from '../../shared/contract/fields.ts';
import { PlantContact } from '../plants/master-data.contract.ts';
import { MaintenanceRequest } from './maintenance-requests.contract.ts';

/** Requests that a phone keeps, and devices of each of their plants. */
export const MAX_KEPT_REQUESTS = 200;
export const MAX_KEPT_DEVICES = 40;

/** The last value of a variable, for whoever stands before its device without a network. */
const LastValue = z.object({
  label_en: z.string(),
  label_it: z.string(),
  unit: z.string(),
  decimals: z.int(),
  value: z.number(),
  at: Instant,
});

/** A device of a plant where somebody has work. */
export const FieldDevice = z.object({
  id: z.int(),
  name: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  serial_number: z.string().nullable(),
  values: z
    .array(LastValue)
    .describe('of a device that a request names all, of others those that indicators are made of'),
});
export type FieldDevice = z.infer<typeof FieldDevice>;

/** A plant where somebody has work. */
export const FieldPlant = z.object({
  proj_code: z.string(),
  name: z.string(),
  comune: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  contacts: z.array(PlantContact),
  devices: z.array(FieldDevice).describe('those that requests name first, and no more than 40'),
  device_count: z.int().describe('how many there are'),
});
export type FieldPlant = z.infer<typeof FieldPlant>;

const { id, number, title, description, type, priority, state, due_at } = MaintenanceRequest.shape;
const { estimated_min, device_ids, downtime_id, checklist, created_at } = MaintenanceRequest.shape;

/** A request that waits for whoever asks. */
export const FieldRequest = z.object({
  id,
  number,
  title,
  description,
  type,
  priority,
  state,
  due_at,
  estimated_min,
  device_ids,
  downtime_id,
  checklist,
  created_at,
  proj_code: z.string(),
});
export type FieldRequest = z.infer<typeof FieldRequest>;

/** All that somebody takes along to their work. */
export const FieldMode = z.object({
  requests: z.array(FieldRequest).describe('the most urgent first, and no more than 200'),
  request_count: z.int().describe('how many there are'),
  plants: z.array(FieldPlant).describe('of these requests'),
});
export type FieldMode = z.infer<typeof FieldMode>;

/** What a phone keeps for work without a network. */
export const fieldModeCalls = area({
  get: call({
    method: 'GET',
    path: '/api/v1/maintenance-field-mode/',
    summary:
      "One's own open requests with their plants, contacts, devices and last values, in one answer that a phone keeps",
    topics: ['maintenance_requests', 'devices', 'device_values', 'master_data'],
    access: 'maintenance.write',
    ok: FieldMode,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, lineOf } from '../../shared/contract/fields.ts';
import { BoxDevice } from './boxes.contract.ts';

const TOPICS = ['lighting'] as const;

/** A device that stands in no box yet. */
export const FreeDevice = z.object({
  device_id: z.int(),
  short_name: z.string(),
  description: z.string(),
  has_port: z.boolean().describe('it can be asked'),
  can_switch: z
    .boolean()
    .describe('it can be asked, and is of the category other: it may be the controller of a box'),
});
export type FreeDevice = z.infer<typeof FreeDevice>;

export const lightingMetersCalls = area({
  freeDevices: call({
    method: 'GET',
    path: '/api/v1/ill-pub/free-devices/',
    summary: 'Devices that belong to no box yet, of plants that the person sees: the first hundred by name',
    topics: TOPICS,
    access: 'lighting.switch',
    query: z.object({ search: lineOf(100).optional() }),
    ok: z.array(FreeDevice),
  }),
  assign: call({
    method: 'POST',
    path: '/api/v1/ill-pub/box-meters/',
    summary: 'Says that a device is the energy meter of a box',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({ box_id: IdNumber, device_id: IdNumber }),
    ok: z.array(BoxDevice),
    status: 201,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/ill-pub/box-meters/{box_id}/{device_id}/',
    summary: 'Says that a device is not the meter of a box any more',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ box_id: Id, device_id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});

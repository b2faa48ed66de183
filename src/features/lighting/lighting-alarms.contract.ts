import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, Instant, lineOf, PageQuery, paged } from '../../shared/contract/fields.ts';
import { RequestStateName } from '../maintenance/maintenance-requests.contract.ts';
import { Flag, LightingAlarm } from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;

/** An alarm with what a maintenance request about it would name. */
export const BoxAlarm = LightingAlarm.extend({
  device_id: z.int().nullable().describe("the box's controller, where the person sees its plant"),
  proj_code: z.string().nullable().describe('the plant of that controller'),
  request: z
    .object({ id: z.int(), number: z.int(), state: RequestStateName })
    .nullable()
    .describe('the maintenance request made of it, where the person sees it'),
});
export type BoxAlarm = z.infer<typeof BoxAlarm>;

export const lightingAlarmsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/alarms/',
    summary: 'Alarms of public lighting, newest first, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({ box_id: Id.optional(), closed: Flag.optional() }),
    ok: paged(BoxAlarm),
  }),
  snooze: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/alarms/{id}/snooze/',
    summary:
      'Mutes an open alarm until then, at most a year, or ends that; another mute than the one seen is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    body: z.object({
      until: Instant.nullable().describe('null: it is muted no longer'),
      message: lineOf(500).default(''),
      seen: Instant.nullable().optional().describe('until when the person saw it muted'),
    }),
    ok: BoxAlarm,
    conflict: BoxAlarm,
  }),
  request: call({
    method: 'POST',
    path: '/api/v1/ill-pub/alarms/{id}/request/',
    summary:
      'Makes a maintenance request of an open alarm; one that nobody has settled yet is answered, and no second made',
    topics: [...TOPICS, 'maintenance_requests'],
    access: 'maintenance.write',
    params: z.object({ id: Id }),
    ok: BoxAlarm,
  }),
});

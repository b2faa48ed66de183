import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Day,
  Id,
  IdNumber,
  Instant,
  linesOf,
  PageQuery,
  ProjCode,
  paged,
  Version,
} from '../../shared/contract/fields.ts';
import { ALARM_CODES } from '../notifications/alarm-codes.model.ts';
import { Downtime, DowntimeChange } from './downtimes.contract.ts';
import { STOP_KINDS, STOP_MEASURES } from './find-stops.model.ts';
import { SUGGESTION_STATES } from './suggestion-states.model.ts';

/** Days of a plant that are searched at once by hand. */
export const MAX_SEARCHED_DAYS = 31;

/** An interval in which devices made nothing or much less than they should have, offered as a downtime. */
export const DowntimeSuggestion = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  devices: z.array(z.object({ device_id: z.int(), short_name: z.string() })),
  /** All that makes energy in the plant. */
  whole_plant: z.boolean(),
  start: Instant,
  stop: Instant.nullable().describe('null: it lasted at the end of what was searched'),
  until: Instant.describe('the last instant at which it was seen'),
  kind: z.enum(STOP_KINDS),
  /** Share of what they should have made that they did not, 0…1. */
  share: z.number(),
  percentage: z
    .number()
    .nullable()
    .describe(
      'of the plant, where they made much less: what they did not make; null: by the power of the devices',
    ),
  /** kWh that they should have made beyond what they did, roughly: a downtime is worked out more exactly. */
  energy_kwh: z.number(),
  /** What they were held against. */
  measure: z.enum(STOP_MEASURES),
  alarms: z.array(
    z.object({ id: z.int(), code: z.enum(ALARM_CODES), date: Instant, end_date: Instant.nullable() }),
  ),
  /** A cause of the company that the alarms suggest. */
  cause_id: z.int().nullable(),
  state: z.enum(SUGGESTION_STATES),
  reason: z.string(),
  downtime_id: z.int().nullable(),
  found_at: Instant,
  version: z.int(),
});
export type DowntimeSuggestion = z.infer<typeof DowntimeSuggestion>;

const byId = { params: z.object({ id: Id }) };
const topics = ['downtime_suggestions'];
const writing = { topics, access: 'records.write', conflict: DowntimeSuggestion } as const;

export const suggestionsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/downtime-suggestions/',
    list: 'downtime-suggestions',
    summary: 'Suggested downtimes, newest first',
    topics,
    access: 'asset.read',
    query: z.object({
      state: z.enum(SUGGESTION_STATES).default('open'),
      proj_code: ProjCode.optional(),
      ...PageQuery.shape,
    }),
    ok: paged(DowntimeSuggestion),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/downtime-suggestions/{id}/',
    summary: 'A suggested downtime',
    topics,
    access: 'asset.read',
    ...byId,
    ok: DowntimeSuggestion,
  }),
  find: call({
    method: 'POST',
    path: '/api/v1/downtime-suggestions-search/',
    summary: 'Has days of a plant searched for downtimes, in the background',
    topics,
    access: 'records.write',
    body: z
      .object({ proj_code: ProjCode, from_on: Day, to_on: Day })
      .refine(({ from_on, to_on }) => from_on <= to_on, {
        path: ['to_on'],
        error: 'must not lie before the first day',
        params: { code: 'ends_before_beginning' },
      })
      .refine(
        ({ from_on, to_on }) => Date.parse(to_on) - Date.parse(from_on) < MAX_SEARCHED_DAYS * 86_400_000,
        {
          path: ['to_on'],
          error: `at most ${MAX_SEARCHED_DAYS} days at once`,
          params: { code: 'too_many_days' },
        },
      ),
    ok: z.undefined(),
    status: 204,
  }),
  accept: call({
    method: 'POST',
    path: '/api/v1/downtime-suggestions/{id}/accept/',
    summary: 'Makes a downtime of a suggestion; what is said of it counts in place of what was found',
    ...writing,
    topics: ['downtimes', ...topics],
    ...byId,
    body: DowntimeChange,
    ok: Downtime,
    status: 201,
  }),
  merge: call({
    method: 'POST',
    path: '/api/v1/downtime-suggestions-merge/',
    summary: 'Makes one suggestion of several of a plant, from the first begin to the last end',
    ...writing,
    body: z.object({
      suggestions: z
        .array(z.object({ id: IdNumber, version: Version }))
        .min(2)
        .max(50)
        .meta({
          examples: [
            [
              { id: 7, version: 1 },
              { id: 8, version: 1 },
            ],
          ],
        }),
    }),
    ok: DowntimeSuggestion,
  }),
  split: call({
    method: 'POST',
    path: '/api/v1/downtime-suggestions/{id}/split/',
    summary:
      'Makes two suggestions of one: before and after an instant, or some of its devices and the others',
    ...writing,
    ...byId,
    body: z.object({
      at: Instant.optional(),
      device_ids: z.array(IdNumber).min(1).max(500).optional(),
      version: Version.optional(),
    }),
    ok: z.array(DowntimeSuggestion),
  }),
  dismiss: call({
    method: 'POST',
    path: '/api/v1/downtime-suggestions/{id}/dismiss/',
    summary: 'Says that a suggestion is no downtime, and why',
    ...writing,
    ...byId,
    body: z.object({ reason: linesOf(500).min(1, 'required'), version: Version.optional() }),
    ok: DowntimeSuggestion,
  }),
});

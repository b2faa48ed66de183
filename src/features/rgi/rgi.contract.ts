import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, IdNumber, Instant, lineOf, ProjCode, Version } from '../../shared/contract/fields.ts';
import { WindowEnd, WindowStart } from '../../shared/contract/windows.ts';
import { FIRST_YEAR, LAST_YEAR, MAX_ITEMS, unlikely } from './rgi.model.ts';

const start_before_end = {
  path: ['end_time'],
  error: 'must lie after the start',
  params: { code: 'end_before_start' },
};
const out_of_years = {
  error: 'must lie between 1990 and 2099',
  params: { code: 'out_of_years' },
};
export const RgiItem = z
  .object({
    start_time: Instant,
    end_time: Instant,
    working: z.boolean().describe('a working period, or one in which the plant does not work'),
  })
  .refine(({ start_time, end_time }) => Date.parse(start_time) < Date.parse(end_time), start_before_end);

// spec §3: RGI
export const Rgi = z.object({
  id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  time_zone: z.string(),
  name: z.string(),
  start_time: Instant.describe('of its first period'),
  end_time: Instant.describe('of its last one'),
  working: z.boolean().nullable().describe('null: it has periods of both kinds'),
  count: z.int().describe('of its periods'),
  version: z.int(),
});
export type Rgi = z.infer<typeof Rgi>;

export const RgiDetail = Rgi.extend({ items: z.array(RgiItem) });
export type RgiDetail = z.infer<typeof RgiDetail>;

/** A period of some entry, as the calendar shows it. */
export const RgiPeriod = z.object({
  rgi_id: z.int(),
  proj_code: z.string(),
  plant_name: z.string(),
  name: z.string(),
  start_time: Instant,
  end_time: Instant,
  working: z.boolean(),
});
export type RgiPeriod = z.infer<typeof RgiPeriod>;

export const RgiPreview = z.object({
  month: z.string(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  left_out_before_h: z.number(),
  left_out_after_h: z.number(),
  overlaps: z
    .array(z.object({ name: z.string(), start_time: Instant, end_time: Instant }))
    .describe('periods of other entries of the plant that share time with these, five at most'),
});
export type RgiPreview = z.infer<typeof RgiPreview>;

const Minute = z.int().min(0).max(1440).describe('minutes after midnight by the clock of the plant');
export const RgiRepeat = z
  .object({
    weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).describe('1 is Monday'),
    from_minute: Minute,
    to_minute: Minute.describe('at or before the start: of the next day'),
    from_on: Day,
    to_on: Day,
    except: z.array(Day).max(370).default([]),
    without_holidays: z.boolean().default(false).describe('public holidays of Italy'),
    working: z.boolean(),
  })
  .refine(({ from_on, to_on }) => from_on <= to_on, {
    path: ['to_on'],
    error: 'must not lie before the first day',
    params: { code: 'end_before_start' },
  })
  .refine(({ from_on }) => from_on >= `${FIRST_YEAR}-01-01`, { path: ['from_on'], ...out_of_years })
  .refine(({ to_on }) => to_on <= `${LAST_YEAR}-12-31`, { path: ['to_on'], ...out_of_years });

const spanOf = ({ start_time, end_time }: z.output<typeof RgiItem>) => ({
  start: Date.parse(start_time),
  end: Date.parse(end_time),
});
/** A period that is to be stored, or tried. */
const NewItem = RgiItem.refine((one) => unlikely(spanOf(one)) !== 'out_of_years', {
  path: ['start_time'],
  ...out_of_years,
}).refine((one) => unlikely(spanOf(one)) !== 'too_long', {
  path: ['end_time'],
  error: 'must lie at most thirty years after the start',
  params: { code: 'too_long' },
});
const items = z.array(NewItem).max(MAX_ITEMS);
/** What 2,000 periods come to as iCalendar, and half as much again. */
const CalendarText = z.string().min(1).max(600_000);
const CALENDAR_BYTES = 1_000_000;
const UntilOn = Day.optional().describe(
  'the last day of series that have no end of their own; without it they are refused',
);
export const NewRgi = z.object({
  proj_code: ProjCode,
  also: z.array(ProjCode).max(200).default([]).describe('plants that get the same'),
  name: lineOf(80).default(''),
  items: items.default([]),
  repeat: RgiRepeat.optional().describe('hours that come again, by the clock of each plant'),
});
export type NewRgi = z.infer<typeof NewRgi>;
const Removed = z.array(IdNumber).min(1).max(500);
export const RgiChange = z.object({
  items: items.min(1).describe('all its periods, in place of those that it has'),
  name: lineOf(80).optional(),
  version: Version.optional(),
});

const TOPIC = 'rgi';
const reads = { topics: [TOPIC], access: 'asset.read' } as const;
const writes = { topics: [TOPIC, 'availability'], access: 'records.write' } as const;
const span = {
  proj_code: ProjCode.optional(),
  start: WindowStart.optional().describe('those with time from start to end, half-open'),
  end: WindowEnd.optional(),
};

// spec §7: RGI; 'RGI not found.' (§8)
export const rgiCalls = area({
  list: call({
    method: 'GET',
    path: '/availability/v1/rgi/',
    list: 'rgi',
    summary: 'Entries of the calendar of working and non-working periods, by their start',
    ...reads,
    query: z.object(span),
    ok: z.array(Rgi),
  }),
  create: call({
    method: 'POST',
    path: '/availability/v1/rgi/',
    summary:
      'Adds periods to the calendar of a plant, or of several at once; those that overlap others are refused',
    ...writes,
    body: NewRgi,
    ok: z.array(RgiDetail),
    status: 201,
  }),
  get: call({
    method: 'GET',
    path: '/availability/v1/rgi/{id}/',
    summary: 'An entry with its periods',
    ...reads,
    params: z.object({ id: Id }),
    ok: RgiDetail,
  }),
  update: call({
    method: 'PUT',
    path: '/availability/v1/rgi/{id}/',
    summary: 'Gives an entry other periods; a stale version is a conflict',
    ...writes,
    params: z.object({ id: Id }),
    body: RgiChange,
    ok: RgiDetail,
    conflict: RgiDetail,
  }),
  remove: call({
    method: 'DELETE',
    path: '/availability/v1/rgi/',
    summary: 'Deletes entries, all or none',
    ...writes,
    // spec §7: DELETE with body list
    body: z.union([z.object({ list: Removed }), Removed]),
    ok: z.undefined(),
    status: 204,
  }),
  periods: call({
    method: 'GET',
    path: '/availability/v1/rgi-periods/',
    summary: 'The periods of the calendar from start to end, of a plant or of all',
    ...reads,
    query: z.object({ proj_code: ProjCode.optional(), start: WindowStart, end: WindowEnd }),
    ok: z.array(RgiPeriod),
  }),
  preview: call({
    method: 'POST',
    path: '/availability/v1/rgi-preview/',
    summary: 'What periods would make of the contractual availability of last month, before they are stored',
    // It only calculates, and nothing is stored.
    tx: 'read',
    topics: [TOPIC, 'availability', 'readings'],
    access: 'asset.read',
    max_body_bytes: CALENDAR_BYTES,
    body: z.object({
      proj_code: ProjCode,
      items: items.default([]),
      repeat: RgiRepeat.optional(),
      text: CalendarText.optional().describe('of a file that would be imported'),
      until_on: UntilOn,
      instead_of: z
        .union([IdNumber, z.array(IdNumber).max(500)])
        .optional()
        .describe('the entries whose periods these would replace'),
    }),
    ok: RgiPreview,
  }),
  exportCalendar: call({
    method: 'GET',
    path: '/availability/v1/rgi-calendar/',
    summary: 'The calendar of a plant as iCalendar or as CSV',
    ...reads,
    query: z.object({ proj_code: ProjCode, format: z.enum(['ics', 'csv']).default('ics') }),
    ok: z.object({ file_name: z.string(), text: z.string() }),
  }),
  importCalendar: call({
    method: 'POST',
    path: '/availability/v1/rgi-calendar/',
    summary:
      'Adds the periods of an iCalendar, or of a CSV with start, end and working, as one entry, all or none; series of events as each of their times',
    ...writes,
    max_body_bytes: CALENDAR_BYTES,
    body: z.object({
      proj_code: ProjCode,
      name: lineOf(80).default(''),
      text: CalendarText,
      until_on: UntilOn,
    }),
    ok: RgiDetail,
    status: 201,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, IdNumber, lineOf, nameOf, Version } from '../../shared/contract/fields.ts';
import { Latitude, Lines, Longitude, TimeOfDay, Tonight } from './lighting-fields.contract.ts';
import { EXCEPTION_KINDS } from './night.model.ts';

const TOPICS = ['lighting'] as const;
const IstatCode = z.string().regex(/^\d{6}$/, "must be ISTAT's code of six digits");

/** One of Italy's municipalities, whether the company lights it or not. */
export const ItalianMunicipality = z.object({
  istat_code: z.string(),
  name: z.string(),
  province: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type ItalianMunicipality = z.infer<typeof ItalianMunicipality>;

// spec §3: Municipality
export const Municipality = z.object({
  id: z.int(),
  istat_code: z.string(),
  name: z.string(),
  province: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: z.string(),
  boxes: z.int(),
  version: z.int(),
});
export type Municipality = z.infer<typeof Municipality>;

const HalfNight = z.object({
  lines: Lines.min(1),
  off: TimeOfDay,
  on: TimeOfDay.nullable().describe("null: dark until the night's end"),
});
const OffsetMinutes = z.int().min(-120).max(120);
const Share = z.number().min(0).max(1);

// spec §3: Settings
const settingsFields = {
  turn_on_date: TimeOfDay.describe('used where it is not automatic, or where there are no coordinates'),
  turn_on_auto: z.boolean().describe('by the sun'),
  turn_on_offset_min: OffsetMinutes,
  turn_on_twilight: Share.describe('share of civil twilight that passes first'),
  turn_off_date: TimeOfDay,
  turn_off_auto: z.boolean(),
  turn_off_offset_min: OffsetMinutes,
  turn_off_twilight: Share,
  half_night: z.array(HalfNight).max(6),
  min_burning_min: z.int().min(0).max(720),
  patron_day: Day.nullable().describe(
    'feast of the patron: a holiday every year, whatever year stands in it',
  ),
};
export const SettingsFields = z.object(settingsFields);

/** Nights that are lit otherwise; those above come before those below. */
export const LightingException = z.object({
  name: nameOf(80),
  from_day: Day,
  to_day: Day,
  every_year: z.boolean(),
  only_holidays: z
    .boolean()
    .default(false)
    .describe("of these nights those that begin on a public holiday of Italy, or on the patron's"),
  lines: Lines.describe('empty: all'),
  kind: z.enum(EXCEPTION_KINDS),
  turn_on_date: TimeOfDay.nullable(),
  turn_off_date: TimeOfDay.nullable(),
});
export type LightingException = z.infer<typeof LightingException>;

export const MunicipalitySettings = z.object({
  id: z.int(),
  comune: z.int(),
  ...settingsFields,
  exceptions: z.array(LightingException),
  tonight: Tonight,
  version: z.int(),
});
export type MunicipalitySettings = z.infer<typeof MunicipalitySettings>;

export const ENERGY_LEFT_OUT = ['too_many_boxes', 'too_many_times'] as const;

const Year = z.object({
  hours: z.number(),
  kwh: z.number().nullable(),
  eur: z.number().nullable(),
  lines: z.array(z.object({ line: z.int(), hours: z.number() })),
});
export const YearPreview = z.object({
  from_day: z.string(),
  asked: Year,
  today: Year,
  exceptions: z
    .array(z.object({ name: z.string(), nights: z.int() }))
    .describe('in their order of precedence: on how many nights of the year each counts, on any line'),
  energy_left_out: z
    .enum(ENERGY_LEFT_OUT)
    .nullable()
    .describe('why energy and cost are not worked out, where there is too much of it'),
  odd_nights: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(['too_dark', 'too_short']),
      minutes: z.number(),
      minutes_before: z.number(),
    }),
  ),
});
export type YearPreview = z.infer<typeof YearPreview>;

const OfOne = z.object({ id: Id });
const Exceptions = z.array(LightingException).max(50);
const SettingsGiven = SettingsFields.partial().extend({ exceptions: Exceptions.optional() });

export const municipalitiesCalls = area({
  comuni: call({
    method: 'GET',
    path: '/api/v1/ill-pub/comuni/',
    summary: "Italy's municipalities, found by name or ISTAT code: the twenty nearest to what is asked",
    topics: TOPICS,
    access: 'lighting.read',
    query: z.object({ search: lineOf(100).optional() }),
    ok: z.array(ItalianMunicipality),
  }),
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/comune/',
    summary: 'Municipalities that the company lights',
    topics: TOPICS,
    access: 'lighting.read',
    ok: z.array(Municipality),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/ill-pub/comune/{id}/',
    summary: 'A municipality',
    topics: TOPICS,
    access: 'lighting.read',
    params: OfOne,
    ok: Municipality,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/ill-pub/comune/',
    summary:
      'Adds a municipality by its ISTAT code, with default settings: on 17:00, off 07:00, both automatic',
    topics: TOPICS,
    access: 'lighting.municipality',
    body: z.object({
      istat_code: IstatCode,
      latitude: z.number().min(-90).max(90).optional().describe("left out: the list's"),
      longitude: z.number().min(-180).max(180).optional(),
    }),
    ok: Municipality,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/comune/{id}/',
    summary: 'Changes a municipality; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.municipality',
    params: OfOne,
    body: z.object({
      name: nameOf(120).optional(),
      latitude: Latitude.optional(),
      longitude: Longitude.optional(),
      version: Version.optional(),
    }),
    ok: Municipality,
    conflict: Municipality,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/ill-pub/comune/{id}/',
    summary: 'Deletes a municipality without boxes, with its settings',
    topics: TOPICS,
    access: 'lighting.municipality',
    params: OfOne,
    ok: z.undefined(),
    status: 204,
  }),
  settings: call({
    method: 'GET',
    path: '/api/v1/ill-pub/comune-settings/',
    summary: 'When a municipality is lit, and which times act tonight and why',
    topics: TOPICS,
    access: 'lighting.read',
    query: z.object({ comune_id: Id }),
    ok: MunicipalitySettings,
  }),
  setSettings: call({
    method: 'POST',
    path: '/api/v1/ill-pub/comune-settings/',
    summary: 'Sets all settings of a municipality anew: what is left out is as by default',
    topics: TOPICS,
    access: 'lighting.municipality',
    body: SettingsFields.partial().extend({ comune: IdNumber }),
    ok: MunicipalitySettings,
    status: 201,
  }),
  changeSettings: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/comune-settings/{id}/',
    summary: 'Changes settings of a municipality; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.municipality',
    params: OfOne,
    body: SettingsGiven.extend({
      settings: SettingsGiven.optional().describe('the same fields, which count before those beside it'),
      version: Version.optional(),
    }),
    ok: MunicipalitySettings,
    conflict: MunicipalitySettings,
  }),
  preview: call({
    method: 'POST',
    path: '/api/v1/ill-pub/comune/{id}/preview/',
    summary:
      'What a year of settings would come to beside those of today, and which nights would be too dark',
    topics: [],
    access: 'lighting.read',
    // It only calculates, and nothing is stored.
    tx: 'read',
    params: OfOne,
    body: z.object({ settings: SettingsGiven }),
    ok: YearPreview,
  }),
});

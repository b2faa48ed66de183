import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, lineOf, nameOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';
import { CENSUS_FAULTS } from './census.model.ts';
import { LAMP_KINDS } from './lighting.model.ts';
import { Latitude, LightPoint, Line, Longitude, Pell } from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;

/** At most so many rows in one file of the census. */
export const MAX_ROWS = 5000;

/** What became of a file of the census, or would become of it. */
export const CensusReport = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  ignored: z.array(z.string()).describe('columns that are not of the census'),
  faults: z.int().describe('as long as there are any, nothing is stored'),
  told: z
    .array(
      z.object({
        row: z.int().describe('line of a CSV file, place of a feature in GeoJSON; the first is 1'),
        column: z.string(),
        code: z.enum(CENSUS_FAULTS),
      }),
    )
    .describe('the first fifty faults'),
  stand: z
    .string()
    .describe('of the light points that the file names: send it along to be told of other changes'),
});
export type CensusReport = z.infer<typeof CensusReport>;

/** What a map in GeoJSON is called (RFC 7946). */
export const GEOJSON = 'application/geo+json';

const CensusFilter = z.object({ box_id: Id.optional(), comune_id: Id.optional() });

export const lightPointsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/light_point/',
    summary: 'Light points of the company, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({
      box_id: Id.optional(),
      line: z.enum(['1', '2', '3', '4', '5', '6']).optional(),
      search: lineOf(100).optional(),
    }),
    ok: paged(LightPoint),
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/ill-pub/light_point/{id}/',
    summary: 'A light point',
    topics: TOPICS,
    access: 'lighting.read',
    params: z.object({ id: Id }),
    ok: LightPoint,
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/ill-pub/light_point/',
    summary: 'Adds a light point to a line of a box',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      box_id: IdNumber,
      line: Line,
      code: nameOf(60),
      lamp_kind: z.enum(LAMP_KINDS).default('led'),
      power_w: z.number().min(0).max(10_000).nullable().default(null),
      pole: lineOf(60).default(''),
      street: lineOf(160).default(''),
      latitude: Latitude.default(null),
      longitude: Longitude.default(null),
      pell: Pell.default({}),
    }),
    ok: LightPoint,
    status: 201,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/ill-pub/light_point/{id}/',
    summary: 'Deletes a light point with what was reported of it',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
  exportLights: call({
    method: 'GET',
    path: '/api/v1/ill-pub/light-point-export/',
    summary:
      'Light points of a box, a municipality or the company as CSV or GeoJSON, as they can be imported again',
    topics: TOPICS,
    access: 'lighting.read',
    query: CensusFilter.extend({
      language: z.enum(['it', 'en']).optional(),
      format: z.enum(['csv', 'geojson']).default('csv'),
    }),
    ok: z.instanceof(Blob),
    produces: 'text/csv',
    produces_also: [GEOJSON],
    timeout_s: 120,
  }),
  importLights: call({
    method: 'POST',
    path: '/api/v1/ill-pub/light-point-import/',
    summary:
      'Adds and changes light points by a census in CSV or GeoJSON, all rows or none; a dry run says what would happen',
    topics: TOPICS,
    access: 'lighting.switch',
    max_body_bytes: 4_000_000,
    body: z.object({
      text: z.string().min(1).max(2_000_000),
      box_id: IdNumber.optional().describe('of rows that name no box'),
      dry_run: z.boolean().default(false),
      stand: lineOf(64)
        .optional()
        .describe('as the dry run answered it: what somebody else changed since is a conflict'),
    }),
    ok: CensusReport,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/light_point/{id}/',
    summary: 'Changes a light point; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    body: z.object({
      box_id: IdNumber.optional(),
      line: Line.optional(),
      code: nameOf(60).optional(),
      lamp_kind: z.enum(LAMP_KINDS).optional(),
      power_w: z.number().min(0).max(10_000).nullable().optional(),
      pole: lineOf(60).optional(),
      street: lineOf(160).optional(),
      latitude: Latitude.optional(),
      longitude: Longitude.optional(),
      pell: Pell.optional(),
      version: Version.optional(),
    }),
    ok: LightPoint,
    conflict: LightPoint,
  }),
});

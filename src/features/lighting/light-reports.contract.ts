import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import {
  Id,
  IdNumber,
  Instant,
  lineOf,
  linesOf,
  PageQuery,
  paged,
  Version,
} from '../../shared/contract/fields.ts';
import { Person } from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;
const REPORT_STATES = ['open', 'repaired', 'dismissed'] as const;

/** What a citizen reported of a light point, and what became of it. */
export const LightReport = z.object({
  id: z.int(),
  light_id: z.int(),
  text: z.string(),
  reporter: z.string(),
  state: z.enum(REPORT_STATES),
  created_by: Person.nullable().describe('who entered it'),
  created_at: Instant,
  ended_by: Person.nullable(),
  ended_at: Instant.nullable(),
  version: z.int(),
});
export type LightReport = z.infer<typeof LightReport>;

export const lightReportsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/light-report/',
    summary: 'What citizens reported, newest first, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({ light_id: Id.optional(), state: z.enum(REPORT_STATES).optional() }),
    ok: paged(LightReport),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/ill-pub/light-report/',
    summary: "Enters a citizen's report at a light point",
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({
      light_id: IdNumber,
      text: linesOf(1000).min(1, 'required'),
      reporter: lineOf(160).default('').describe('who reported it, and how to reach them'),
    }),
    ok: LightReport,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/light-report/{id}/',
    summary: 'Closes a report as repaired or dismissed, or opens it again; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: z.object({ id: Id }),
    body: z.object({ state: z.enum(REPORT_STATES), version: Version.optional() }),
    ok: LightReport,
    conflict: LightReport,
  }),
});

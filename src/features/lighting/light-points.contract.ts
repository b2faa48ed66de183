import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, IdNumber, lineOf, nameOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';
import { LAMP_KINDS } from './lighting.model.ts';
import { Latitude, LightPoint, Line, Longitude, Pell } from './lighting-fields.contract.ts';

const TOPICS = ['lighting'] as const;

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

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, lineOf, nameOf, PageQuery, paged, Version } from '../../shared/contract/fields.ts';

const TOPICS = ['lighting'] as const;

/** What a kWh costs at a supply point, from a day on. */
export const PodPrice = z.object({
  id: z.int(),
  pod: z.string(),
  from_day: z.string(),
  eur_kwh: z.number(),
  boxes: z.int().describe('that are supplied there'),
  version: z.int(),
});
export type PodPrice = z.infer<typeof PodPrice>;

const EurKwh = z.number().min(0).max(10);
const OfOne = z.object({ id: Id });

export const pricesCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/ill-pub/pod-price/',
    summary: 'Prices per kWh of supply points, the newest of each first, in pages',
    topics: TOPICS,
    access: 'lighting.read',
    query: PageQuery.extend({ search: lineOf(100).optional() }),
    ok: paged(PodPrice),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/ill-pub/pod-price/',
    summary: 'Adds what a kWh costs at a supply point from a day on',
    topics: TOPICS,
    access: 'lighting.switch',
    body: z.object({ pod: nameOf(20), from_day: Day, eur_kwh: EurKwh }),
    ok: PodPrice,
    status: 201,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/pod-price/{id}/',
    summary: 'Changes a price; a stale version is a conflict',
    topics: TOPICS,
    access: 'lighting.switch',
    params: OfOne,
    body: z.object({ from_day: Day.optional(), eur_kwh: EurKwh.optional(), version: Version.optional() }),
    ok: PodPrice,
    conflict: PodPrice,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/ill-pub/pod-price/{id}/',
    summary: 'Deletes a price: the one before it holds again, else there are no euros',
    topics: TOPICS,
    access: 'lighting.switch',
    params: OfOne,
    ok: z.undefined(),
    status: 204,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Version } from '../../shared/contract/fields.ts';

const TOPICS = ['lighting'] as const;

const fields = {
  many_boxes: z.int().min(2).max(100_000).nullable().describe('from so many boxes at once on; null: never'),
  dark_at_night: z.boolean().describe('where lines would go dark that the schedule lights'),
};

/** When a second person's word is needed before something is switched: off unless the company asked for it. */
export const LightingCaution = z.object({ ...fields, version: z.int() });
export type LightingCaution = z.infer<typeof LightingCaution>;

export const cautionCalls = area({
  get: call({
    method: 'GET',
    path: '/api/v1/ill-pub/caution/',
    summary: "When a second person's word is needed before something is switched",
    topics: TOPICS,
    access: 'lighting.read',
    ok: LightingCaution,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v1/ill-pub/caution/',
    summary: "Says when a second person's word is needed; a stale version is a conflict",
    topics: TOPICS,
    access: 'lighting.municipality',
    body: z.object({
      many_boxes: fields.many_boxes.optional(),
      dark_at_night: fields.dark_at_night.optional(),
      version: Version.optional(),
    }),
    ok: LightingCaution,
    conflict: LightingCaution,
  }),
});

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Day, Id, IdNumber, ProjCode } from '../../shared/contract/fields.ts';

const fields = {
  proj_code: ProjCode.nullable().describe('null: every plant'),
  cause_id: IdNumber,
  from_on: Day.describe('first day, of the plant’s own calendar'),
  to_on: Day.nullable().describe('last day, included; null: until further notice'),
  counts: z.boolean().describe('whether downtimes of this cause count against availability'),
};

// spec §3: K451 downtime setting
export const K451Setting = z.object({
  id: z.int(),
  ...fields,
  plant_name: z.string().nullable(),
  cause_name: z.string(),
  version: z.int(),
});
export type K451Setting = z.infer<typeof K451Setting>;
export const NewK451Setting = z
  .object({ ...fields, proj_code: fields.proj_code.default(null), to_on: fields.to_on.default(null) })
  .refine(({ from_on, to_on }) => to_on === null || from_on <= to_on, {
    path: ['to_on'],
    error: 'must not lie before the beginning',
    params: { code: 'ends_before_beginning' },
  });

const topics = ['k451_settings'];

export const k451SettingsCalls = area({
  list: call({
    method: 'GET',
    path: '/api/v1/downtime-k451-settings/',
    list: 'downtime-k451-settings',
    summary: 'Which causes of downtimes count against availability in the K451 report, by plant and period',
    topics,
    access: 'asset.read',
    ok: z.array(K451Setting),
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/downtime-k451-settings/',
    summary: 'Says whether a cause counts against availability, for a plant or all of them, from a day on',
    topics,
    access: 'records.write',
    body: NewK451Setting,
    ok: K451Setting,
    status: 201,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v1/downtime-k451-settings/{id}/',
    summary: 'Deletes such a setting: the cause counts by its own class again',
    topics,
    access: 'records.write',
    params: z.object({ id: Id }),
    ok: z.undefined(),
    status: 204,
  }),
});

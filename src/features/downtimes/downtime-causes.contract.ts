import { z } from 'zod';
import { area } from '../../shared/contract/call.ts';
import { companyList } from '../../shared/contract/company-list.ts';
import { Version } from '../../shared/contract/fields.ts';
import { AVAILABILITY_CLASSES, CAUSE_KINDS } from './causes.model.ts';

/** The causes of downtimes that a company tells apart. */
const list = companyList({
  path: '/api/v1/downtime-causes',
  topic: 'downtime_causes',
  read: 'asset.read',
  write: 'records.write',
  one: 'downtime cause',
  many: 'downtime causes',
});

const more = {
  kind: z.enum(CAUSE_KINDS).describe('what it is about, whatever the company calls it'),
  availability: z.enum(AVAILABILITY_CLASSES).describe('how the time of such downtimes counts'),
  /** No longer offered for new downtimes; those that have it keep it. */
  retired: z.boolean(),
};

export const DowntimeCause = list.Row.extend(more);
export type DowntimeCause = z.infer<typeof DowntimeCause>;
export const BinnedDowntimeCause = list.BinnedRow.extend(more);
export const NewDowntimeCause = list.NewRow.extend({
  kind: more.kind.default('other'),
  availability: more.availability.default('unavailable'),
  retired: more.retired.default(false),
});

const { calls } = list;
const { name, description } = list.NewRow.shape;
const Change = z
  .object({ name, description: description.unwrap(), ...more })
  .partial()
  .extend({ version: Version.optional() });

export const downtimeCausesCalls = area({
  ...calls,
  list: { ...calls.list, ok: z.array(DowntimeCause) },
  create: { ...calls.create, body: NewDowntimeCause, ok: DowntimeCause },
  update: { ...calls.update, body: Change, ok: DowntimeCause, conflict: DowntimeCause },
  listBin: { ...calls.listBin, ok: calls.listBin.ok.extend({ results: z.array(BinnedDowntimeCause) }) },
});

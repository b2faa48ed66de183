import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Version } from '../../shared/contract/fields.ts';
import { AT, READ } from './residential-fields.contract.ts';

/** Days are made anew for five weeks, and bills are questioned for months: nobody keeps the readings of homes for less. */
export const MIN_KEPT_MONTHS = 6;
const MAX_KEPT_MONTHS = 600;

export const ResidentialSettings = z.object({
  readings_kept_months: z
    .int()
    .nullable()
    .describe('for how long single readings of homes are kept; null: as long as those of other plants'),
  company_kept_months: z
    .int()
    .nullable()
    .describe('for how long those of all plants are; null: for ever. The shorter of both holds'),
  version: z.int(),
});
export type ResidentialSettings = z.infer<typeof ResidentialSettings>;

/** What a company decided about all of its homes. */
export const settingsCalls = area(
  {
    settings: call({
      method: 'GET',
      path: `${AT}/settings/`,
      summary: 'For how long single readings of homes are kept',
      topics: ['residential'],
      ...READ,
      ok: ResidentialSettings,
    }),
    changeSettings: call({
      method: 'PUT',
      path: `${AT}/settings/`,
      summary: 'Changes for how long single readings of homes are kept; older ones are deleted for good',
      topics: ['residential'],
      ...READ,
      access: 'records.purge',
      body: z.object({
        readings_kept_months: z.int().min(MIN_KEPT_MONTHS).max(MAX_KEPT_MONTHS).nullable(),
        version: Version.optional(),
      }),
      ok: ResidentialSettings,
      conflict: ResidentialSettings,
    }),
  },
  { host: 'residential' },
);

import { z } from 'zod';
import { HOURS_FAULTS } from './hours-file.model.ts';
import { MEMBERS_FAULTS } from './members-file.model.ts';

/** Days of hours of 2,000 PODs of a month are about 11 MB. */
export const HOURS_FILE_BYTES = 16 * 1024 * 1024;
/** What a file of measured hours holds, and what is wrong with it: with a fault nothing of it is stored. */
export const HoursImport = z.object({
  stored: z.boolean(),
  pods: z.int(),
  hours: z.int().describe('whole hours that the file knows'),
  months: z.array(z.string()),
  faults: z.array(
    z.object({
      line: z.int(),
      code: z.enum(HOURS_FAULTS),
      found: z.string().describe('what stands there, as far as it is told'),
    }),
  ),
});
export type HoursImport = z.infer<typeof HoursImport>;

/** Bytes of a file with members: some thousands of rows. */
export const MEMBERS_FILE_BYTES = 4_000_000;
/** What a file of members holds, and what is wrong with it: with a fault nothing of it is stored. */
export const MembersImport = z.object({
  stored: z.boolean(),
  members: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  ignored: z.array(z.string()).describe('columns that nothing is taken from'),
  faults: z.int(),
  told: z
    .array(z.object({ row: z.int(), column: z.string(), code: z.enum(MEMBERS_FAULTS) }))
    .describe('the first faults, by row as a spreadsheet counts'),
  version: z.int().describe('of the community as it was looked at'),
});
export type MembersImport = z.infer<typeof MembersImport>;

import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { PageQuery, paged } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { METERS } from './home-balance.model.ts';
import { ORIENTATIONS, WEAK_REASONS } from './ranking.model.ts';
import {
  AT,
  days,
  energies,
  Known,
  OneDay,
  ofProject,
  ProjectId,
  READ,
  Series,
} from './residential-fields.contract.ts';

const LeftOut = z
  .int()
  .describe(
    'homes in no sum: fewer than five are in no project that is told by itself, and would be told by difference',
  );
export const GroupDay = z.object({
  day: z.iso.date(),
  ...energies,
  homes: z.int().describe('whose balance of the day is known'),
  left_out: LeftOut,
});
export type GroupDay = z.infer<typeof GroupDay>;

/** What every answer about a group says first: fewer than five homes are shown nothing of. */
const group = {
  homes: z.int(),
  enough: z.boolean().describe('false: fewer than five homes, nothing is told'),
};

export const RankedHome = z.object({
  proj_code: z.string(),
  name: z.string(),
  district: z.string(),
  orientation: z.enum(ORIENTATIONS),
  nominal_kwp: Known,
  yield_kwh_kwp: z.number().nullable().describe('for each day of which it is known'),
  share: z
    .number()
    .nullable()
    .describe('of the median of alike homes of the district; null: fewer than five'),
  group_homes: z.int(),
  reason: z.enum(WEAK_REASONS).nullable(),
  wrong_meter: z.enum(METERS).nullable(),
});
export type RankedHome = z.infer<typeof RankedHome>;

/** Homes of one answer about their power: readings of each are read. */
export const MAX_HOMES = 5000;
/** A thread works it out, in a transaction of its own. */
const inThread = { tx: 'none' } as const;

/** Homes together. // spec §7: Residential */
export const groupsCalls = area(
  {
    nominalCapacity: call({
      method: 'GET',
      path: `${AT}/nominal-capacity/`,
      summary: 'Nominal power and storage of homes together, with of how many they are known',
      topics: ['residential', 'plants'],
      ...READ,
      query: ofProject,
      ok: z.object({
        homes: z.int(),
        nominal_kwp: Known,
        with_power: z.int(),
        storage_kwh: Known,
        with_storage: z.int(),
      }),
    }),
    rresData: call({
      method: 'GET',
      path: `${AT}/rres-data/`,
      summary: 'Power that homes made together in a day, by quarters of an hour; of five homes or more',
      topics: ['residential', 'readings'],
      ...READ,
      ...inThread,
      query: z.object({
        project_id: ProjectId.describe(
          `only homes of this project; more than ${MAX_HOMES} homes are refused`,
        ),
        date: OneDay,
      }),
      ok: Series.extend({
        ...group,
        unit: z.literal('kW'),
        told_by: z
          .array(z.int())
          .describe('by how many homes, of each quarter, those among them that are left out'),
        left_out: z.array(LeftOut),
      }),
    }),
    groupDays: call({
      method: 'GET',
      path: `${AT}/group-days/`,
      summary: 'Energies of homes together, day by day; of five homes or more',
      topics: ['residential', 'readings'],
      ...READ,
      query: ofProject.extend(days),
      ok: z.object({ ...group, days: z.array(GroupDay) }),
    }),
    ranking: call({
      method: 'GET',
      path: `${AT}/ranking/`,
      summary:
        'Homes by what they made of a kWp in thirty days beside alike homes of their district, the weak ones first, with the reason',
      topics: ['residential', 'readings'],
      ...READ,
      query: PageQuery.extend(ofProject.shape),
      ok: paged(RankedHome),
    }),
    exportRanking: call({
      method: 'GET',
      path: `${AT}/ranking-export/`,
      summary: 'The same homes as CSV or XLSX, whole',
      topics: ['residential', 'readings'],
      ...tableFile,
      ...READ,
      query: TableFileQuery.extend(ofProject.shape),
    }),
  },
  { host: 'residential' },
);

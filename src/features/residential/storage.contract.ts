import { z } from 'zod';
import { area, call } from '../../shared/contract/call.ts';
import { Id, PageQuery, paged } from '../../shared/contract/fields.ts';
import { TableFileQuery, tableFile } from '../../shared/contract/table-file.ts';
import { STORAGE_REASONS } from './storage.model.ts';

const Known = z.number().nullable();

/** The storage of a home in the last thirty days. */
export const HomeStorage = z.object({
  proj_code: z.string(),
  name: z.string(),
  storage_kwh: Known.describe('usable capacity by its plate'),
  cycles: Known.describe('full ones in these days'),
  efficiency: Known.describe('of what went in, the share that came out, 0…1; null below twenty fillings'),
  capacity_kwh: Known.describe('what it said it can hold, the mean of these days'),
  health: Known.describe('of what its plate says, the share that it can hold now'),
  first_kwh: Known.describe('what it could hold in the first thirty days of which that is known'),
  first_day: z.iso.date().nullable(),
  reason: z.enum(STORAGE_REASONS).nullable().describe('why somebody should look at it'),
});
export type HomeStorage = z.infer<typeof HomeStorage>;

export const storageCalls = area(
  {
    storage: call({
      method: 'GET',
      path: '/api/v1/residenziale/storage/',
      summary:
        'Storage of homes in the last thirty days: cycles, efficiency, what is left of the capacity; those that need somebody first',
      topics: ['residential', 'readings'],
      access: 'community.read',
      timeout_s: 30,
      query: PageQuery.extend({ project_id: Id.optional().describe('only homes of this project') }),
      ok: paged(HomeStorage),
    }),
    exportStorage: call({
      method: 'GET',
      path: '/api/v1/residenziale/storage-export/',
      summary: 'The same homes as CSV or XLSX, whole',
      topics: ['residential', 'readings'],
      ...tableFile,
      access: 'community.read',
      timeout_s: 30,
      query: TableFileQuery.extend({ project_id: Id.optional().describe('only homes of this project') }),
    }),
  },
  { host: 'residential' },
);

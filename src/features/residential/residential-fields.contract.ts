import { z } from 'zod';
import { Day, Id, Instant, ProjCode } from '../../shared/contract/fields.ts';

export const AT = '/api/v1/residenziale' as const;
/** Seconds that the browser waits. // spec §7, §9 */
const TIMEOUT_S = 30;
export const READ = { access: 'community.read', timeout_s: TIMEOUT_S } as const;
/** What tells of a single home's life. */
export const CURVES = { access: 'residential.curves', timeout_s: TIMEOUT_S } as const;
export const WRITE = { access: 'plants.write', timeout_s: TIMEOUT_S } as const;
/** Days that one answer tells of. */
export const MAX_DAYS = 400;

/** An amount that may not be known. */
export const Known = z.number().nullable();
/** How many are in each state. */
export const StateCounts = z.object({ sends: z.int(), late: z.int(), silent: z.int(), never: z.int() });
/** Values by the begin of their period. */
export const Series = z.object({ ts: z.array(Instant), values: z.array(z.number().nullable()) });

/** Energies of a day; null is not known. */
export const energies = {
  produced_kwh: Known,
  imported_kwh: Known,
  exported_kwh: Known,
  charged_kwh: Known,
  discharged_kwh: Known,
  used_kwh: Known.describe('what the house took; null where the balance cannot be'),
  self_used_kwh: Known.describe('produced and not fed in'),
  self_consumption: z.number().nullable().describe('share of the production that stayed, 0…1'),
  self_sufficiency: z.number().nullable().describe('share of the use that did not come from the grid, 0…1'),
};

export const byCode = z.object({ proj_code: ProjCode });
export const ProjectId = Id.optional().describe('only homes of this project');
export const ofProject = z.object({ project_id: ProjectId });
export const OneDay = Day.optional().describe('the day; today where none is named');
export const days = {
  from: Day.optional().describe('the first day; thirty days before the last where none is named'),
  to: Day.optional().describe('the last day, included'),
};

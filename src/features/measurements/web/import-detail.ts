import { z } from 'zod';
import { BadRow } from '../measurements.contract.ts';

/** What an import tells of itself while it runs and at its end. */
export const ImportDetail = z.object({
  file_name: z.string().catch(''),
  short_name: z.string().catch(''),
  phase: z.string().catch(''),
  stored: z.number().nullable().catch(null),
  bad_rows: z.number().catch(0),
  bad: z.array(BadRow).catch([]),
  /** Columns of the file that were stored nowhere; not told by imports of an older program. */
  left_out: z.array(z.string()).catch([]),
  days_left: z.number().catch(0),
});

/** What an import that is not over is doing, by its phase. */
export function runningLabel(phase: string) {
  if (phase === 'waiting') return 'import.waiting';
  return phase === 'days' ? 'import.running_days' : 'import.running';
}

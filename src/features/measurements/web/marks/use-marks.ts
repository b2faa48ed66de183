import { useCall } from '../../../../shared/web/api/use-call.ts';
import { readingMarksCalls } from '../../reading-marks.contract.ts';

/** Marks of a plant that are listed at once; older ones than these are a rare sight. */
const MAX = '200';

/** The ranges of a plant's readings that people declared bad. */
export const useMarks = (proj_code: string, undone: boolean) =>
  useCall(readingMarksCalls.list, {
    query: { proj_code, undone: undone ? 'true' : 'false', page_size: MAX },
  });

import { z } from 'zod';
import { choice, defineListState, id, matching, mode, page, q } from '../../../shared/web/list/list-state.ts';
import { BOX_STATES } from '../box-states.model.ts';

/** Boxes: by state and municipality; the settings show those without one. */
export const BoxesList = defineListState('lighting-boxes', {
  q: q(),
  page: page(),
  state: choice(BOX_STATES, ''),
  comune: id(),
});

/** Which months are reported, and of which municipality. */
export const ReportsAddress = defineListState('lighting-reports', {
  by: mode(['year']),
  date: matching(/^\d{4}-\d\d-\d\d$/),
  comune: id(),
});

/** Which municipality is set. */
export const MunicipalitySearch = z.object({
  comune: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .optional()
    .catch(undefined),
});

import { z } from 'zod';
import { beside, defineListState, q, sort } from '../../../../shared/web/list/list-state.ts';

const CODES = /^[A-Za-z0-9_-]{1,32}(,[A-Za-z0-9_-]{1,32}){0,2}$/;

/** What the page of simulations holds in its address: those that stand side by side. */
export const SimulationsList = defineListState('simulations', {
  q: q(),
  sort: sort(),
  compare: beside(CODES),
});

/** Which simulation is open; none is a new one. */
export const SimulationAddress = z.object({
  code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .optional()
    .catch(undefined),
});

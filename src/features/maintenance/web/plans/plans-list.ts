import { beside, code, defineListState, mode, q, sort } from '../../../../shared/web/list/list-state.ts';

/** What the page of planned maintenance holds in its address. */
export const PlansList = defineListState('maintenance-plans', {
  q: q(),
  sort: sort(),
  plant: code(),
  /** The plan whose form is open. */
  open: beside(),
  form: mode(['new']),
});

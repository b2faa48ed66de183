import { beside, choice, defineListState, mode, q } from '../../../../shared/web/list/list-state.ts';
import { FILTERS, SORTS } from '../../dashboard.model.ts';

/** Which plants the dashboard and the map show, and how: the same address means the same on both. */
export const DashboardList = defineListState('dashboard', {
  q: q(),
  status: choice(FILTERS, 'all'),
  /** Without one it is the reader's own. */
  sort: mode(SORTS),
  /** The plant that is chosen on the map. */
  plant: beside(/^[A-Za-z0-9_-]{1,32}$/),
});

import {
  beside,
  choice,
  defineListState,
  maybe,
  mode,
  q,
  sort,
  text,
} from '../../../../shared/web/list/list-state.ts';
import { PRODUCTION_TYPES } from '../../../plants/production.model.ts';
import { FILTERS, GROUPINGS, SORTS } from '../../dashboard.model.ts';

/** Which plants the dashboard, the list and the map show, and how: the same address means the same on all three. */
export const DashboardList = defineListState('dashboard', {
  q: q(),
  status: choice(FILTERS, 'all'),
  type: maybe(PRODUCTION_TYPES),
  /** A region, a tag or a municipality, `region:Lazio`. */
  part: text(200),
  /** Without one it is the reader's own. */
  sort: mode(SORTS),
  /** The column that the list is ordered by; without one it is ordered as the dashboard is. */
  order: sort(),
  /** What stands over the rows of the list. */
  group: mode(GROUPINGS),
  /** The plant that is chosen on the map. */
  plant: beside(/^[A-Za-z0-9_-]{1,32}$/),
});

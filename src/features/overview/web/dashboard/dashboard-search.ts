import { choice, defineListState, mode, q } from '../../../../shared/web/list/list-state.ts';
import { FILTERS, SORTS } from '../../dashboard.model.ts';

/** What the dashboard holds in its address. Without a sort it is the reader's own. */
export const DashboardList = defineListState('dashboard', {
  q: q(),
  status: choice(FILTERS, 'all'),
  sort: mode(SORTS),
});

import { defineListState, q, sort, tab } from '../../../shared/web/list/list-state.ts';

export const MaintenanceTypesList = defineListState('maintenance-types', {
  view: tab(['list', 'bin']),
  q: q(),
  sort: sort(),
});

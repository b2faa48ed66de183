import { defineListState, q, sort, tab } from '../../../shared/web/list/list-state.ts';

export const DowntimeCausesList = defineListState('downtime-causes', {
  view: tab(['list', 'bin']),
  q: q(),
  sort: sort(),
});

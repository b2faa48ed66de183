import { defineListState, q, sort, tab } from '../../../../shared/web/list/list-state.ts';

/** What the page of firms and checklists holds in its address. */
export const FirmsList = defineListState('outside-firms', {
  q: q(),
  sort: sort(),
  view: tab(['firms', 'checklists']),
});

import { defineListState, q, sort, tab } from './list-state.ts';

/** The address of a `CompanyListPage`. */
export const CompanyListAddress = defineListState('company-list', {
  view: tab(['list', 'bin']),
  q: q(),
  sort: sort(),
});

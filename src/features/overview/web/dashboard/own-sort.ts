import { DEFAULT_SORT, Sort } from '../../dashboard.model.ts';

const keyOf = (user: number) => `dashboardSort:${user}`;

/** The order that this person chose as their own in this browser, else the specified one. */
export function ownSortOf(user: number): Sort {
  return Sort.catch(DEFAULT_SORT).parse(localStorage.getItem(keyOf(user)));
}

export function keepOwnSort(user: number, sort: Sort): void {
  localStorage.setItem(keyOf(user), sort);
}

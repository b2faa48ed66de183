import {
  beside,
  code,
  defineListState,
  id,
  matching,
  sort,
  tab,
} from '../../../../shared/web/list/list-state.ts';

const month = () => matching(/^20\d{2}-(0[1-9]|1[0-2])$/);

/** What the page of measured results holds in its address: whose they are, and of which month or year. */
export const ResultsList = defineListState('community-results', {
  community: id(),
  view: tab(['month', 'year']),
  month: month(),
  year: matching(/^20\d{2}$/),
});

/** The hours of a plant or a member; `open` is the hour that is taken apart. */
export const HoursList = defineListState('community-hours', {
  community: id(),
  month: month(),
  plant: code(),
  member: id(),
  sort: sort(),
  open: beside(),
});

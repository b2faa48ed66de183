import {
  beside,
  code,
  defineListState,
  matching,
  mode,
  q,
  sort,
  tab,
} from '../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';

/** What the page of revenues holds in its address. */
export const RevenuesList = defineListState('revenues', {
  q: q(),
  sort: sort(),
  plant: code(),
  view: tab(['revenues', 'suggested', 'payments', 'budget', 'tariffs'] as const),
  by: tab(['day', 'month', 'year'] as const),
  /** A month of days and of the suggestion, a year of months. */
  month: matching(/^20\d{2}-(0[1-9]|1[0-2])$/),
  open: beside(),
  form: mode(['new', 'payment', 'import', 'budget'] as const),
});
export type RevenuesAddress = AddressOf<typeof RevenuesList>;

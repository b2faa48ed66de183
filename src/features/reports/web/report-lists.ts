import { code, defineListState, matching, tab } from '../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';

/** What the pages of the reports hold in their address. */
export const K451List = defineListState('report-k451', {
  plant: code(),
  calc: tab(['1', '2', '3'] as const),
  month: matching(/^20\d{2}-(0[1-9]|1[0-2])$/),
});
export type K451Address = AddressOf<typeof K451List>;

export const K410List = defineListState('report-k410', { plant: code(), year: matching(/^20\d{2}$/) });
export type K410Address = AddressOf<typeof K410List>;

import { codes, defineListState, matching, tab } from '../../../shared/web/list/list-state.ts';
import type { AddressOf } from '../../../shared/web/list/use-list-state.ts';

/** The plants of a report: those that the address names; none where it is of all. */
export const plantsOf = (plant: string | undefined): readonly string[] => plant?.split(',') ?? [];

/** What the pages of the reports hold in their address. */
export const K451List = defineListState('report-k451', {
  plant: codes(),
  calc: tab(['1', '2', '3'] as const),
  month: matching(/^20\d{2}-(0[1-9]|1[0-2])$/),
});
export type K451Address = AddressOf<typeof K451List>;

export const K410List = defineListState('report-k410', { plant: codes(), year: matching(/^20\d{2}$/) });
export type K410Address = AddressOf<typeof K410List>;

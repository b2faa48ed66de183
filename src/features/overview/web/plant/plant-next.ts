import { useLikelyNext } from '../../../../shared/web/feature/likely-next.ts';

const askAhead = () => import('./ask-ahead.ts');

/** Plants are looked at one by one from here: the page of one is fetched meanwhile. */
export const usePlantNext = (has_come: boolean): void =>
  useLikelyNext('/apps/asset/plants/$proj_code', has_come, askAhead);

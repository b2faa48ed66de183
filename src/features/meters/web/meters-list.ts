import {
  beside,
  code,
  codes,
  defineListState,
  maybe,
  mode,
  q,
  sort,
  tab,
} from '../../../shared/web/list/list-state.ts';
import { METER_ROLES } from '../meters.model.ts';

/** What the page of energy meters holds in its address. */
export const MetersList = defineListState('energy-meters', {
  q: q(),
  sort: sort(),
  plant: code(),
  /** Of the comparisons: several. */
  plants: codes(),
  role: maybe(METER_ROLES),
  state: maybe(['in_use', 'retired'] as const),
  view: tab(['meters', 'comparisons', 'year'] as const),
  /** Of the comparisons. */
  month: beside(/^20\d{2}-(0[1-9]|1[0-2])$/),
  /** The meter whose register, or comparison, stands beside the list. */
  open: beside(),
  form: mode(['new', 'edit', 'reading', 'event', 'swap', 'import', 'statement'] as const),
});

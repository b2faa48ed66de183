import {
  beside,
  code,
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
  role: maybe(METER_ROLES),
  state: maybe(['in_use', 'retired'] as const),
  view: tab(['meters', 'year'] as const),
  /** The meter whose register stands beside the list. */
  open: beside(),
  form: mode(['new', 'edit', 'reading', 'event', 'swap', 'import'] as const),
});

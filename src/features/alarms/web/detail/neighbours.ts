import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { alarmsQuery } from '../alarms/alarm-queries.ts';
import type { AlarmsSearch } from '../alarms/alarms-list.ts';
import { alarmFiltersOf } from '../alarms/filters.model.ts';

/** The alarms before and after one in the list behind it, as far as they stand on the same page. */
export interface Neighbours {
  before: string | undefined;
  after: string | undefined;
}

const NONE: Neighbours = { before: undefined, after: undefined };

/** The list is not asked for again: what it last answered tells who stands beside whom. */
export function useNeighbours(search: AlarmsSearch): Neighbours {
  const { id_client: company } = useCompany();
  const [q] = useDebouncedValue(search.q, 250);
  const { alarm, view, page, order } = search;
  const listed = view === 'open' || view === 'closed';
  const filters = alarmFiltersOf({ ...search, q }, new Date());
  const { data } = useQuery({
    ...alarmsQuery(company, { closed: view === 'closed', filters, page, order }),
    enabled: listed && alarm !== undefined,
  });
  const ids = data?.results.map(({ id }) => String(id)) ?? [];
  const place = alarm === undefined ? -1 : ids.indexOf(alarm);
  return place < 0 ? NONE : { before: ids[place - 1], after: ids[place + 1] };
}

import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useListState } from '../../../shared/web/list/use-list-state.ts';
import { RecordBookPage } from '../../../shared/web/record-book/RecordBookPage.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { downtimeName } from '../downtime-name.model.ts';
import { downtimeBook, downtimeNotesCalls } from '../downtimes.contract.ts';
import { DowntimeFacts } from './detail/DowntimeFacts.tsx';
import { DowntimeForm } from './form/DowntimeForm.tsx';
import { DowntimeFilters } from './list/DowntimeFilters.tsx';
import { DowntimeTabs } from './list/DowntimeTabs.tsx';
import { DowntimesList, type DowntimesSearch, downtimeFiltersOf } from './list/downtimes-list.ts';
import { Totals } from './list/Totals.tsx';
import { useDowntimeColumns } from './list/use-downtime-columns.tsx';

/** The downtimes of the company's plants: what stood still, what it cost, and by what that is known. */
export function DowntimesPage() {
  const state = useListState(DowntimesList);
  // What is asked changes with the day.
  const day = new Date(useNow(60_000)).toDateString();
  const ask = useMemo(() => (search: DowntimesSearch) => downtimeFiltersOf(search, new Date(day)), [day]);
  return (
    <RecordBookPage
      state={state}
      book={downtimeBook}
      notes={downtimeNotesCalls}
      words="downtimes"
      icon={IconPlugConnectedX}
      columns={useDowntimeColumns()}
      nameOf={downtimeName}
      bin="/apps/asset/downtimes/bin"
      ask={ask}
      filters={<DowntimeFilters state={state} />}
      above={(asked) => (
        <>
          <DowntimeTabs part="list" />
          <Totals asked={asked} />
        </>
      )}
      facts={(downtime) => <DowntimeFacts downtime={downtime} />}
      form={(given) => <DowntimeForm {...given} state={state} />}
    />
  );
}

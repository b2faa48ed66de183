import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../../shared/units/zones.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { dateOf } from '../../../../shared/web/charts/zone.model.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Calendar } from '../../../../shared/web/record-book/Calendar.tsx';
import { weeksOf } from '../../../../shared/web/record-book/calendar.model.ts';
import type { CalendarEntry } from '../../../../shared/web/record-book/calendar-props.ts';
import { RecordLink } from '../../../../shared/web/record-book/RecordLink.tsx';
import { Known } from '../../../../shared/web/ui/Known.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { type RequestsAddress, requestFiltersOf } from './requests-list.ts';
import { lookOf, nameOfRequest } from './use-request-words.ts';

/** Requests of a period that a calendar shows. */
const MOST = 500;

/** A request on the day on which it is due, by the plant's clock. */
function entryOf(request: MaintenanceRequest): CalendarEntry[] {
  const { id, due_at, time_zone, state } = request;
  if (due_at === null) return [];
  const day = dateOf(Date.parse(due_at), time_zone ?? HERE);
  const name = nameOfRequest(request);
  return [
    { id, from: day, to: day, name, content: <RecordLink id={id}>{name}</RecordLink>, look: lookOf(state) },
  ];
}

/** Requests by the day on which they are due. */
export function RequestsCalendar({ state }: { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  const { search, set } = state;
  const today = dateOf(useNow(60_000), HERE);
  const day = search.day ?? today;
  const weeks = weeksOf(search.show, day);
  const first = weeks[0]?.[0] ?? day;
  const last = weeks.at(-1)?.at(-1) ?? day;
  const query = useCall(maintenanceRequestsCalls.list, {
    query: {
      ...requestFiltersOf(search),
      // A day of a plant elsewhere begins up to fourteen hours before or after.
      due_from: `${addDays(first, -1)}T00:00:00Z`,
      due_to: `${addDays(last, 2)}T00:00:00Z`,
      sort: 'due_at',
      page: '1',
      page_size: String(MOST),
    },
  });
  const entries = useMemo(() => query.data?.results.flatMap(entryOf) ?? [], [query.data]);
  return (
    <Known query={query} height={500}>
      {({ count }) => (
        <>
          {count > MOST && <Note tone="warning">{t('calendar.too_many')}</Note>}
          <Calendar
            label={t('calendar.label')}
            {...{ entries, day, today }}
            view={search.show}
            onShow={(show, next) => set({ show, day: next })}
          />
        </>
      )}
    </Known>
  );
}

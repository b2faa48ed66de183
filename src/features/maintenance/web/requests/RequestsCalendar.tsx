import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, DAY_MS } from '../../../../shared/units/zones.ts';
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
import { maintenancePlansCalls, type PlannedDay } from '../../maintenance-plans.contract.ts';
import { type MaintenanceRequest, maintenanceRequestsCalls } from '../../maintenance-requests.contract.ts';
import { type RequestsAddress, useRequestsAsk } from './requests-list.ts';
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

/** Planned work for which there is no request yet: a link to its plan. */
function plannedOf({ plan_id, name, day }: PlannedDay, says: (name: string) => string): CalendarEntry {
  const content = (
    <Link to="/apps/asset/maintenance-plans" search={{ open: String(plan_id) } as never} preload={false}>
      {says(name)}
    </Link>
  );
  // A number of its own beside those of requests: a plan may be due on several days of a month.
  const id = -(plan_id * 100_000 + Math.floor(Date.parse(day) / DAY_MS));
  return { id, from: day, to: day, name: says(name), content };
}

/** Planned days between two, where the filters let requests be seen that nobody has begun. */
function usePlanned({ search }: RequestsAddress, from: string, to: string) {
  const { plant, state, priority, assigned, type, age, overdue, reached, alarm, downtime, span, q } = search;
  const asked = [state, priority, assigned, type, age, overdue, reached, alarm, downtime, q];
  const narrowed = span !== 'all' || asked.some((one) => one);
  const query = { from, to, ...(plant && { proj_code: plant }) };
  return useCall(maintenancePlansCalls.upcoming, narrowed ? null : { query });
}

/** Requests by the day on which they are due, and the days of planned work that have none yet. */
export function RequestsCalendar({ state }: { state: RequestsAddress }) {
  const { t } = useTranslation('requests');
  const { search, set } = state;
  const ask = useRequestsAsk();
  const today = dateOf(useNow(60_000), HERE);
  const day = search.day ?? today;
  const weeks = weeksOf(search.show, day);
  const first = weeks[0]?.[0] ?? day;
  const last = weeks.at(-1)?.at(-1) ?? day;
  const query = useCall(maintenanceRequestsCalls.list, {
    query: {
      ...ask(search),
      // A day of a plant elsewhere begins up to fourteen hours before or after.
      due_from: `${addDays(first, -1)}T00:00:00Z`,
      due_to: `${addDays(last, 2)}T00:00:00Z`,
      sort: 'due_at',
      page: '1',
      page_size: String(MOST),
    },
  });
  const { data: planned, error: unknown } = usePlanned(state, first, last);
  const entries = useMemo(
    () => [
      ...(query.data?.results.flatMap(entryOf) ?? []),
      ...(planned ?? []).map((one) => plannedOf(one, (name) => t('calendar.planned', { name }))),
    ],
    [query.data, planned, t],
  );
  return (
    <Known query={query} height={500}>
      {({ count }) => (
        <>
          {unknown && !planned && <Note tone="warning">{t('calendar.planned_unknown')}</Note>}
          {count > MOST && <Note tone="warning">{t('calendar.too_many')}</Note>}
          <Calendar
            label={t('calendar.label')}
            entries={entries}
            day={day}
            today={today}
            view={search.show}
            onShow={(show, next) => set({ show: show === 'week' ? show : 'month', day: next })}
          />
        </>
      )}
    </Known>
  );
}

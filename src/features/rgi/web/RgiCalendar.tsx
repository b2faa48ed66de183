import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/units/zones.ts';
import { useCall } from '../../../shared/web/api/use-call.ts';
import { writeWall } from '../../../shared/web/charts/wall-time.ts';
import { dateOf } from '../../../shared/web/charts/zone.model.ts';
import { HERE } from '../../../shared/web/format/dates.ts';
import { useFormat } from '../../../shared/web/format/use-format.ts';
import { Note } from '../../../shared/web/page/Text.tsx';
import { Calendar } from '../../../shared/web/record-book/Calendar.tsx';
import { weeksOf } from '../../../shared/web/record-book/calendar.model.ts';
import type { CalendarEntry } from '../../../shared/web/record-book/calendar-props.ts';
import { RecordLink } from '../../../shared/web/record-book/RecordLink.tsx';
import { Known } from '../../../shared/web/ui/Known.tsx';
import { type RgiPeriod, rgiCalls } from '../rgi.contract.ts';
import { MAX_SHOWN } from '../rgi.model.ts';
import type { PlantChoice } from './forms/RgiForm.tsx';
import type { RgiAddress } from './rgi-list.ts';

/** A period on the days that it touches, by the clock of its plant. */
function entryOf(
  period: RgiPeriod,
  { place, name, zone }: { place: number; name: string; zone: string },
): CalendarEntry {
  const { rgi_id, working } = period;
  const [start, end] = [Date.parse(period.start_time), Date.parse(period.end_time)];
  return {
    id: rgi_id * 10_000 + place,
    from: dateOf(start, zone),
    to: dateOf(end - 1, zone),
    start: writeWall(start, zone),
    end: writeWall(end, zone),
    name,
    content: <RecordLink id={rgi_id}>{name}</RecordLink>,
    look: working ? 'success' : 'warning',
  };
}

interface Props {
  state: RgiAddress;
  today: string;
  /** Whether days may be chosen for a new period. */
  may: boolean;
  plants: readonly PlantChoice[];
}

/** The periods of a month, a week or a year, each leading to its entry; days that are chosen lead to a new one. */
export function RgiCalendar({ state, today, may, plants }: Props) {
  const { t } = useTranslation('rgi');
  const { number } = useFormat();
  const { show, plant, day = today } = state.search;
  const weeks = weeksOf(show, day);
  const [first = day, last = day] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)];
  const asked = {
    ...(plant && { proj_code: plant }),
    // A day of a plant elsewhere begins up to fourteen hours before or after.
    start: `${addDays(first, -1)}T00:00:00Z`,
    end: `${addDays(last, 2)}T00:00:00Z`,
  };
  // The calendar stays while another month comes: days that are being chosen may reach into it.
  const query = useCall(rgiCalls.periods, { query: asked }, { placeholderData: keepPreviousData });
  const entries = useMemo(() => {
    const zones = new Map(plants.map(({ proj_code, time_zone }) => [proj_code, time_zone]));
    const nameOf = ({ working, plant_name, name }: RgiPeriod) =>
      t(working ? 'says.working' : 'says.closed', { plant: plant_name, name });
    return (query.data ?? []).map((period, place) =>
      entryOf(period, { place, name: nameOf(period), zone: zones.get(period.proj_code) ?? HERE }),
    );
  }, [query.data, plants, t]);
  const { set } = state;
  const choose = useCallback(
    (from: string, to: string) =>
      set({ form: 'new', open: undefined, day: from, until: to, hour: undefined, until_hour: undefined }),
    [set],
  );
  const chooseHours = useCallback(
    (hour: string, until_hour: string) =>
      set({ form: 'new', open: undefined, day: hour.slice(0, 10), until: undefined, hour, until_hour }),
    [set],
  );
  return (
    <Known query={query} height={500}>
      {(periods) => (
        <div aria-busy={query.isPlaceholderData} style={query.isPlaceholderData ? { opacity: 0.6 } : {}}>
          {periods.length >= MAX_SHOWN && (
            <Note tone="warning">{t('too_many_shown', { most: number(MAX_SHOWN, 0) })}</Note>
          )}
          <Calendar
            label={t('title')}
            entries={entries}
            day={day}
            today={today}
            view={show}
            views={['month', 'week', 'year']}
            onShow={(next, shown) => state.set({ show: next, day: shown })}
            onChoose={may ? choose : undefined}
            hours
            onChooseHours={may ? chooseHours : undefined}
          />
        </div>
      )}
    </Known>
  );
}

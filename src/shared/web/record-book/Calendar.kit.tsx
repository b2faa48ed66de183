import { useState } from 'react';
import type { Samples } from '../kit/samples.ts';
import { Calendar } from './Calendar.tsx';
import type { CalendarView } from './calendar.model.ts';
import type { CalendarEntry } from './calendar-props.ts';

const entry = (id: number, name: string, from: string, to = from): CalendarEntry => ({
  id,
  name,
  from,
  to,
  content: <a href={`#entry-${id}`}>{name}</a>,
});

const ENTRIES: readonly CalendarEntry[] = [
  { ...entry(1, 'Wash the panels', '2026-06-11', '2026-06-17'), look: 'success' },
  entry(2, 'Thermography of the north roof', '2026-06-16', '2026-06-23'),
  { ...entry(3, 'Inverter 3', '2026-06-17'), look: 'alarm' },
  entry(4, 'Yearly test of the protection', '2026-06-17'),
  entry(5, 'Fire extinguishers', '2026-06-17'),
  entry(6, 'Meter reading', '2026-06-30', '2026-07-02'),
];

const timed = (id: number, name: string, start: string, end: string): CalendarEntry => ({
  ...entry(id, name, start.slice(0, 10), end.slice(0, 10)),
  start,
  end,
});
const HOURS: readonly CalendarEntry[] = [
  { ...timed(1, 'Mowing', '2026-06-15 06:30', '2026-06-15 10:00'), look: 'warning' },
  { ...timed(2, 'Night', '2026-06-16 22:00', '2026-06-17 05:00'), look: 'warning' },
  { ...timed(3, 'Test of the protection', '2026-06-17 08:00', '2026-06-17 12:15'), look: 'success' },
  timed(4, 'Visit', '2026-06-17 10:00', '2026-06-17 14:00'),
  timed(5, 'Call', '2026-06-19 09:50', '2026-06-19 10:00'),
];

function Hours() {
  const [day, setDay] = useState('2026-06-17');
  return (
    <Calendar
      label={'Planned work, by hours'}
      entries={HOURS}
      view={'week'}
      day={day}
      today={'2026-06-18'}
      onShow={(_, shown) => setDay(shown)}
      hours
      onChooseHours={(from) => setDay(from.slice(0, 10))}
    />
  );
}

function Sample({ view: first }: { view: CalendarView }) {
  const [shown, setShown] = useState({ view: first, day: '2026-06-17' });
  return (
    <Calendar
      label={`Planned work, by ${first}`}
      entries={ENTRIES}
      {...shown}
      today="2026-06-18"
      onShow={(view, day) => setShown({ view, day })}
      views={['month', 'week', 'year']}
      onChoose={(from) => setShown({ ...shown, day: from })}
    />
  );
}

export const samples: Samples = {
  title: 'Calendar',
  states: {
    'of a month': () => <Sample view="month" />,
    'of a week': () => <Sample view="week" />,
    'of a week by its hours': () => <Hours />,
    'of a year': () => <Sample view="year" />,
  },
};

import { useState } from 'react';
import type { Samples } from '../kit/samples.ts';
import { Calendar } from './Calendar.tsx';
import type { CalendarView } from './calendar.model.ts';
import type { CalendarEntry } from './calendar-props.ts';

const entry = (id: number, name: string, from: string, to = from): CalendarEntry => ({
  ...{ id, name, from, to },
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
    'of a year': () => <Sample view="year" />,
  },
};

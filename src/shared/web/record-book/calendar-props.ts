import type { ReactNode } from 'react';
import type { StateLook } from '../theme/states.ts';
import type { CalendarView, DayRange } from './calendar.model.ts';

/** What stands in a calendar, from one day to another. */
export interface CalendarEntry extends DayRange {
  /** What it is called: the only line where days are narrow. */
  readonly name: string;
  /** The same as what is pressed, such as a `RecordLink`. */
  readonly content: ReactNode;
  readonly look?: StateLook;
}

export interface CalendarProps {
  label: string;
  entries: readonly CalendarEntry[];
  view: CalendarView;
  /** The day that the keyboard stands on, YYYY-MM-DD: its month or week is shown. */
  day: string;
  /** Of the reader's calendar. */
  today: string;
  onShow: (view: CalendarView, day: string) => void;
  /** What it can show; a month and a week unless it is said. */
  views?: readonly CalendarView[];
  /** Days that were chosen, both included: by a click, by dragging over several, or by the keyboard. */
  onChoose?: ((from: string, to: string) => void) | undefined;
}

import type { ReactNode } from 'react';
import type { StateLook } from '../theme/states.ts';
import type { CalendarView } from './calendar.model.ts';
import type { TimedRange } from './calendar-hours.model.ts';

/** What stands in a calendar, from one day to another, and in a week by hours at its times. */
export interface CalendarEntry extends TimedRange {
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
  /** Whether a week is shown by its hours, where there is room for it. */
  hours?: boolean;
  /** Hours that were chosen in it, as `2026-06-15T08`: the first, and the one after the last. */
  onChooseHours?: ((from: string, to: string) => void) | undefined;
}

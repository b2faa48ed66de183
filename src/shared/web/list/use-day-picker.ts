import type { DayOfWeek } from '@mantine/dates';
import { useDateLabels } from '../charts/date-words.ts';

/** Red days would look like a state. */
const NO_RED_DAYS: DayOfWeek[] = [];

/** How every calendar of days looks: its language, its form of dates, inside its own landmark. */
export function useDayPicker() {
  return {
    ...useDateLabels(),
    valueFormat: 'DD/MM/YYYY',
    hideOutsideDates: true,
    highlightToday: true,
    weekendDays: NO_RED_DAYS,
    // The library names the calendar's dialog after an element that is not there: no role is better than a nameless one.
    // Fixed: the edge of a dialog or drawer, which scrolls in itself, does not cut it.
    popoverProps: { withinPortal: false, floatingStrategy: 'fixed', withRoles: false },
  } as const;
}

import { useTranslation } from 'react-i18next';
import type { ScheduleTimes } from '../../report-schedule.model.ts';

/** Names of the days of the week, Monday first. */
export function useWeekdays(): readonly string[] {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  // 5 January 2026 is a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(2026, 0, 5 + i)));
}

/** When a report is sent, in words. */
export function useRhythm(): (times: ScheduleTimes) => string {
  const { t } = useTranslation('reporting');
  const weekdays = useWeekdays();
  return ({ every, on_day, hour }) =>
    t(`schedule.rhythm.${every}`, {
      hour: `${String(hour).padStart(2, '0')}:00`,
      day: every === 'week' ? weekdays[on_day - 1] : on_day,
    });
}

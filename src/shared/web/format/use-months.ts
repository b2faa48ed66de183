import { useTranslation } from 'react-i18next';
import { monthBefore } from '../../units/months.ts';

/**
 * The months that a person can choose, the current one first, as a select has them: `2026-11`, "novembre 2026".
 * @param today the current day as `YYYY-MM-DD`
 * @param count how many months back, the current one among them
 */
export function useMonths(today: string, count: number): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return Array.from({ length: count }, (_, i) => {
    const month = monthBefore(today.slice(0, 7), i);
    return { value: month, label: format.format(new Date(`${month}-01`)) };
  });
}

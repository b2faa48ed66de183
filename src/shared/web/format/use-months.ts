import { useTranslation } from 'react-i18next';

/**
 * The months that a person can choose, the current one first, as a select has them: `2026-11`, "novembre 2026".
 * @param today the current day as `YYYY-MM-DD`
 * @param count how many months back, the current one among them
 */
export function useMonths(today: string, count: number): { value: string; label: string }[] {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: count }, (_, i) => {
    const first = new Date(Date.UTC(year, month - 1 - i, 1));
    return { value: first.toISOString().slice(0, 7), label: format.format(first) };
  });
}

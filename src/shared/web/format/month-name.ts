import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** How a month is called: `2026-11` is "November 2026". */
export function useMonthName(): (month: string) => string {
  const { i18n } = useTranslation();
  const format = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    [i18n.language],
  );
  return useCallback((month) => format.format(new Date(`${month}-01T00:00:00Z`)), [format]);
}

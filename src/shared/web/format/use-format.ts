import { useMemo } from 'react';
import { useLanguage } from '../i18n/use-language.ts';
import { formatDate, formatDateTime, formatDateTimeAt, formatTime } from './dates.ts';
import { formatEuro, formatNumber, type Scaled } from './numbers.ts';

/** Numbers and dates as the reader of this screen writes them. */
export function useFormat() {
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
      number: (value: number | null | undefined, decimals = 2) => formatNumber(value, language, decimals),
      scaled: (figure: Scaled) => formatNumber(figure.value, language, figure.decimals),
      euro: formatEuro,
      date: formatDate,
      time: formatTime,
      dateTime: formatDateTime,
      dateTimeAt: formatDateTimeAt,
    }),
    [language],
  );
}
export type Format = ReturnType<typeof useFormat>;

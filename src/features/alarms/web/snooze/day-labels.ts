import { useCallback } from 'react';
import { dateOf, writeTime } from '../../../../shared/web/charts/zone.model.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';

/** An instant as people say it of the days ahead: "martedì 24/11 09:30"; with its year where that is another one. */
export function dayLabel(at: number, zone: string, language: 'it' | 'en', now: number): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: zone }).format(at);
  const [year = '', month = '', day = ''] = dateOf(at, zone).split('-');
  const date = dateOf(now, zone).startsWith(`${year}-`) ? `${day}/${month}` : `${day}/${month}/${year}`;
  return `${weekday} ${date} ${writeTime(at, zone)}`;
}

export function useDayLabels(): (at: number | string, zone: string) => string {
  const language = useLanguage();
  return useCallback((at, zone) => dayLabel(new Date(at).getTime(), zone, language, Date.now()), [language]);
}

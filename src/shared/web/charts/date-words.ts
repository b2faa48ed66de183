import 'dayjs/locale/it';
import 'dayjs/locale/en-gb';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';

/** The calendar's language (weeks from Monday in both) and the names of its buttons. */
export function useDateLabels() {
  const { t } = useTranslation('charts');
  const language = useLanguage();
  return {
    locale: language === 'it' ? 'it' : 'en-gb',
    firstDayOfWeek: 1 as const,
    ariaLabels: {
      nextMonth: t('calendar.next_month'),
      previousMonth: t('calendar.previous_month'),
      nextYear: t('calendar.next_year'),
      previousYear: t('calendar.previous_year'),
      nextDecade: t('calendar.next_decade'),
      previousDecade: t('calendar.previous_decade'),
    },
  };
}

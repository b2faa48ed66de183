import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';

/** What is refused of the calendar, naming the period that is in the way, and when it is. */
export function useRgiMessages() {
  const { t } = useTranslation('rgi');
  const { dateTime } = useFormat();
  return useErrorMessage('rgi', ({ name, start, end, zone }) => {
    const at = (value: string | number | undefined) =>
      typeof value === 'string' && typeof zone === 'string' ? dateTime(value, zone) : '';
    return { name: name ? String(name) : t('unnamed'), start: at(start), end: at(end) };
  });
}

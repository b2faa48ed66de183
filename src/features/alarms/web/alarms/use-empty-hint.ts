import { useTranslation } from 'react-i18next';
import { useCounts } from './alarm-queries.ts';

/**
 * What is said where no alarm is open: that all works only when nothing is silent within its delay, and nothing while that
 * is not known.
 */
export function useEmptyHint(): { hint?: string } {
  const { t } = useTranslation('alarms');
  const { data } = useCounts();
  if (data === undefined || data.silent === null) return {};
  return { hint: data.silent > 0 ? t('list.silent', { count: data.silent }) : t('list.none_open_hint') };
}

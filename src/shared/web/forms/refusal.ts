import { useTranslation } from 'react-i18next';
import { CallError } from '../../contract/client.ts';

/** One plain sentence for each way in which a call can fail as a whole. */
export function useRefusalSentence(): (fault: unknown) => string {
  const { t } = useTranslation();
  return (fault) => {
    if (!(fault instanceof CallError)) return t('refused.broken');
    if (fault.status === 0 || fault.status === 502 || fault.status === 503) return t('refused.away');
    if (fault.errors.some(({ code }) => code === 'unconfirmed')) return t('refused.unconfirmed');
    if (fault.status === 403) return t('refused.forbidden');
    if (fault.status === 404) return t('refused.gone');
    if (fault.status === 409) return t('refused.conflict');
    if (fault.status === 429) {
      const seconds = Number(fault.problem.retry_after);
      return seconds > 0 ? t('refused.limit_in', { minutes: Math.ceil(seconds / 60) }) : t('refused.limit');
    }
    return fault.status === 400 ? t('messages.invalid') : t('refused.broken');
  };
}

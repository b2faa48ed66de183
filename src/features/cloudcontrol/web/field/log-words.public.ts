import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '../../../../shared/web/forms/number-text.model.ts';
import type { Language } from '../../../../shared/web/i18n/locale.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { Reason } from '../../configured.contract.ts';
import { LOG_KINDS } from '../../device-log.model.ts';
import { useExceptionLabels, useReasonLabels } from './reasons.public.ts';

export interface LogEntry {
  kind: string;
  detail: Readonly<Record<string, unknown>>;
}

/** Parameters as sentences take them; an exception as its words, a fraction with the reader's comma. */
function plainOf(
  detail: LogEntry['detail'],
  exceptionWords: (exception: number) => string,
  language: Language,
) {
  const entries = Object.entries(detail).map(([name, value]): [string, string | number] => {
    if (name === 'exception' && typeof value === 'number') return [name, exceptionWords(value)];
    if (typeof value !== 'number') return [name, String(value ?? '')];
    return [name, Number.isInteger(value) ? value : numberText(value, language)];
  });
  return Object.fromEntries(entries);
}

/** Says an entry of a device's log; a kind of a newer program stands as it is. */
export function useLogLabels(): (entry: LogEntry) => string {
  const { t } = useTranslation('cloudcontrol');
  const language = useLanguage();
  const exceptionWords = useExceptionLabels();
  const reasonLabels = useReasonLabels();
  return useCallback(
    ({ kind, detail }: LogEntry) => {
      const known = LOG_KINDS.find((one) => one === kind);
      if (known === undefined) return kind;
      // A refusal is an answer: its code says what was wrong with the request.
      if (known === 'exchange' && typeof detail.exception === 'number') {
        return t('acquisition.log.exchange_refused', {
          ...plainOf(detail, exceptionWords, language),
          code: detail.exception,
        });
      }
      if (known === 'exchange' && detail.outcome !== 'good') return t('acquisition.log.exchange_failed');
      const said = t(`acquisition.log.${known}`, plainOf(detail, exceptionWords, language));
      const reason = Reason.safeParse(detail.reason);
      return known === 'silent' && reason.success ? `${said}: ${reasonLabels(reason.data)}` : said;
    },
    [t, exceptionWords, reasonLabels, language],
  );
}

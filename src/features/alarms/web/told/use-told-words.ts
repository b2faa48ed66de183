import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { RefusalWords } from '../../../../shared/web/forms/use-submit.ts';

const KNOWN = [
  'unconfirmed',
  'link_invalid',
  'too_many_webhooks',
  'webhook_off',
  'url_address',
  'url_scheme',
  'url_credentials',
] as const;

/** Says in the reader's language what the server refused of who is told. */
export function useToldWords(): RefusalWords {
  const { t } = useTranslation('told');
  const sentenceOf = useRefusalSentence();
  const known = ({ code }: FieldError) => KNOWN.find((one) => one === code);
  const ofField = (error: FieldError): string => {
    const code = known(error);
    return code ? t(`fault.${code}`, { ...error.params }) : error.message;
  };
  const ofWhole = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors.find(known) : undefined;
    return told ? ofField(told) : sentenceOf(fault);
  };
  return { ofField, ofWhole };
}

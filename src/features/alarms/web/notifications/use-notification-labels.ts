import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../shared/web/forms/use-submit.ts';

const KNOWN = [
  'unconfirmed',
  'link_invalid',
  'too_many_webhooks',
  'webhook_off',
  'url_address',
  'url_scheme',
  'url_credentials',
] as const;

/** Messages for what the server refused of preferences and webhooks, in the reader's language. */
export function useNotificationLabels(): ErrorMessages {
  const { t } = useTranslation('notifications');
  const sentenceOf = useRefusalSentence();
  const known = ({ code }: FieldError) => KNOWN.find((one) => one === code);
  const fieldMessage = (error: FieldError): string => {
    const code = known(error);
    return code ? t(`fault.${code}`, { ...error.params }) : error.message;
  };
  const formMessage = (fault: unknown): string => {
    const fieldError = fault instanceof CallError ? fault.errors.find(known) : undefined;
    return fieldError ? fieldMessage(fieldError) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

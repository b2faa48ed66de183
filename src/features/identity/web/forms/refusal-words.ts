import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../shared/web/forms/use-submit.ts';
import { ACCOUNT_FAULTS, type AccountFault } from '../../identity.model.ts';

const knownCode = ({ code }: FieldError): AccountFault | undefined =>
  ACCOUNT_FAULTS.find((one) => one === code);

/** Whether a refusal names this fault, at whatever field. */
export function hasFault(fault: CallError, code: AccountFault): boolean {
  return fault.errors.some((error) => error.code === code);
}

/** Says in the reader's language what the server refused, as a whole or at one field. */
export function useErrorMessages(): ErrorMessages {
  const { t } = useTranslation('identity');
  const sentenceOf = useRefusalSentence();
  const fieldMessage = (error: FieldError): string => {
    const known = knownCode(error);
    return known ? t(`fault.${known}`, { least: '', ...error.params }) : error.message;
  };
  const formMessage = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors.find(knownCode) : undefined;
    return told ? fieldMessage(told) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

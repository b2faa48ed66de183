import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../shared/web/forms/use-submit.ts';
import { COMPANY_FAULTS } from '../company-faults.model.ts';

/** Says in the reader's language what the server refused of companies and their people, as a whole or at one field. */
export function useErrorMessages(): ErrorMessages {
  const { t } = useTranslation('companies');
  const sentenceOf = useRefusalSentence();
  const known = ({ code }: FieldError) => COMPANY_FAULTS.find((one) => one === code);
  const fieldMessage = (error: FieldError): string => {
    const code = known(error);
    return code ? t(`faults.${code}`, { ...error.params }) : error.message;
  };
  const formMessage = (fault: unknown): string => {
    const coded = fault instanceof CallError ? fault.errors.find(known) : undefined;
    return coded ? fieldMessage(coded) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

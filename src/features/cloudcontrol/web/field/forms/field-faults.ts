import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../../shared/web/forms/use-submit.ts';
import { FIELD_FAULTS, type FieldFaultWord } from './fault-keys.ts';

const TAKEN = ['taken', 'name_taken', 'serial_taken'];

/** Says in the reader's language what the server refused of a port, a device or a variable. */
export function useFieldRefusals(): ErrorMessages {
  const { t } = useTranslation('field');
  const sentenceOf = useRefusalSentence();
  const fieldMessage = ({ path, message, code, params }: FieldError): string => {
    if (code === 'calculated' || code === 'name_deleted') return t(`refused.${code}`);
    if (code === 'name_differs') return t('refused.name_differs', { name: params?.name ?? '…' });
    if (code === 'in_calculations') return t('refused.in_calculations', { names: params?.names ?? '…' });
    const name = path.split('.').at(-1) ?? '';
    // Two devices of one name, or of one serial number: the field is right in itself.
    if (code !== undefined && TAKEN.includes(code)) return t('refused.taken');
    const known = FIELD_FAULTS.find((one) => one === name);
    return known ? t(`refused.${known as FieldFaultWord}`) : message;
  };
  const formMessage = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors[0] : undefined;
    return told ? fieldMessage(told) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

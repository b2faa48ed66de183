import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { ACCOUNT_FAULTS, type AccountFault } from '../../identity.model.ts';

const knownCode = ({ code }: FieldError): AccountFault | undefined =>
  ACCOUNT_FAULTS.find((one) => one === code);

/** Whether a refusal names this fault, at whatever field. */
export function hasFault(fault: CallError, code: AccountFault): boolean {
  return fault.errors.some((error) => error.code === code);
}

/** Says in the reader's language what the server refused, as a whole or at one field. */
export function useRefusalWords() {
  const { t } = useTranslation('identity');
  const ofField = (error: FieldError): string => {
    const known = knownCode(error);
    return known ? t(`fault.${known}`, { least: '', ...error.params }) : error.message;
  };
  const ofLimit = ({ problem }: CallError): string => {
    const seconds = Number(problem.retry_after);
    return seconds > 0 ? t('refusal.limit_in', { minutes: Math.ceil(seconds / 60) }) : t('refusal.limit');
  };
  const ofWhole = (fault: unknown): string => {
    if (!(fault instanceof CallError)) return t('refusal.failed');
    if ([0, 502, 503].includes(fault.status)) return t('refusal.away');
    if (fault.status === 429) return ofLimit(fault);
    const told = fault.errors.find(knownCode);
    if (told) return ofField(told);
    return fault.status === 409 ? t('refusal.conflict') : t('refusal.failed');
  };
  return { ofField, ofWhole };
}
export type RefusalWords = ReturnType<typeof useRefusalWords>;

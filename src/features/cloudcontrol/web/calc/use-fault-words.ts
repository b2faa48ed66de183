import { useTranslation } from 'react-i18next';
import type { FieldError } from '../../../../shared/contract/client.ts';
import { CALC_FAULTS, type CalcFaultCode } from '../../calculation-rules.model.ts';

const isKnown = (code: string | undefined): code is CalcFaultCode =>
  (CALC_FAULTS as readonly (string | undefined)[]).includes(code);

/** What is wrong with a field, in the reader's language. */
export function useFaultLabels(): (fault: FieldError) => string {
  const { t } = useTranslation('calc');
  const { t: common } = useTranslation();
  return ({ code, params }) => (isKnown(code) ? t(`fault.${code}`, { ...params }) : common('told.invalid'));
}

/** The faults of one field, by its path or what lies beneath it. */
export const faultsAt = (faults: readonly FieldError[], path: string): FieldError[] =>
  faults.filter((fault) => fault.path === path);

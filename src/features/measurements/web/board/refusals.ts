import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../shared/web/forms/use-submit.ts';
import type { ChartFault } from '../../saved-charts.model.ts';

const FAULTS: readonly ChartFault[] = ['too_many_charts', 'not_the_owner', 'too_many_units'];
const known = ({ code }: FieldError) => FAULTS.find((one) => one === code);

/** Says in the reader's language why a chart was not saved or deleted. */
export function useChartRefusals(): ErrorMessages {
  const { t } = useTranslation('board');
  const sentenceOf = useRefusalSentence();
  const fieldMessage = (error: FieldError): string => {
    const code = known(error);
    return code ? t(`faults.${code}`, { ...error.params }) : error.message;
  };
  const formMessage = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors.find(known) : undefined;
    return told ? fieldMessage(told) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

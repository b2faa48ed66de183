import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';

const FAULTS = [
  'not_text',
  'empty_file',
  'not_well_formed',
  'not_a_table',
  'bad_workbook',
  'old_workbook',
  'workbook_too_large',
  'empty_workbook',
  'no_such_sheet',
  'sparse_workbook',
  'too_many_rows',
  'too_many_columns',
  'too_costly',
  'bad_zone',
  'unknown_variable',
  'variable_twice',
  'column_is_time',
  'bad_unit',
  'no_interval',
  'virtual_device',
  'template_device',
  'file_gone',
  'interrupted',
  'unfinished',
] as const;

interface Fault {
  code?: string | undefined;
  params?: Readonly<Record<string, string | number>> | undefined;
}

/** What a call's failure is called: the first fault of a field, or the way in which the call failed. */
function faultOf(error: unknown): Fault | 'away' | 'busy' | 'gone' | 'too_large' {
  if (!(error instanceof CallError)) return {};
  if (error.status === 0 || error.status >= 502) return 'away';
  if (error.status === 429) return 'busy';
  if (error.status === 404) return 'gone';
  if (error.status === 413) return 'too_large';
  return error.errors[0] ?? {};
}

/** Says in the reader's language why an import went wrong. */
export function useFaultLabels() {
  const { t } = useTranslation('measurements');
  /** The words for a code and its parameters; an unknown one is said in general words. */
  const ofFault = ({ code, params = {} }: Fault): string => {
    const known = FAULTS.find((one) => one === code);
    return known ? t(`import.fault.${known}`, params) : t('import.fault.other');
  };
  const ofError = (error: unknown): string => {
    const fault = faultOf(error);
    if (fault === 'away') return t('import.fault.away');
    if (fault === 'busy') return t('import.fault.busy');
    if (fault === 'gone') return t('import.fault.file_gone');
    if (fault === 'too_large') return t('import.drop_refused');
    return ofFault(fault);
  };
  return { ofFault, ofError };
}

import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useFieldLabels } from '../field/forms/words.ts';
import type { DraftFault, DraftField } from './draft.model.ts';
import type { RowFault } from './row-faults.model.ts';
import type { Wizard } from './use-wizard.ts';

/** Says what is wrong with a field of the form; what is only missing is told once somebody wants to go on. */
export function useDraftFaults({ formFaults, tried }: Pick<Wizard, 'formFaults' | 'tried'>) {
  const { t } = useTranslation('add');
  const { t: tf } = useTranslation('field');
  const { number } = useFormat();
  const words = useFieldLabels();
  const wordsOf = (fault: DraftFault): string => {
    if (fault.code === 'addresses') return t('faults.addresses', { part: fault.part });
    if (fault.code === 'many') return t('form.units_many', { most: number(fault.most, 0) });
    if (fault.code === 'units') return t('form.units_wrong');
    if (fault.code === 'host') return tf('faults.host');
    if (fault.code === 'unit') return tf('faults.unit_id');
    if (fault.code === 'pattern' || fault.code === 'choose') return t(`faults.${fault.code}`);
    return words.fault(fault);
  };
  return (name: DraftField): string | undefined => {
    const fault = formFaults.get(name);
    if (!fault) return undefined;
    const missing = fault.code === 'required' || fault.code === 'choose';
    return missing && !tried ? undefined : wordsOf(fault);
  };
}

/** Says what is wrong with a row, or what is to be asked about. */
export function useRowFaultLabels(): (fault: RowFault) => string {
  const { t } = useTranslation('add');
  return ({ code, of }) => t(`row.${code}`, { of });
}

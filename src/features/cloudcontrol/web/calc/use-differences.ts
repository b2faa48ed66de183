import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { Difference } from '../../../../shared/web/ui/ConflictNotice.tsx';
import type { Choices } from '../../../measurements/web/board/picker.public.ts';
import type { CalcGroup } from '../../calculations.contract.ts';
import { type Draft, draftOf } from './draft.model.ts';

/** In which fields the form and what somebody else saved differ, as a person reads them. */
export function useDifferences({ byKey }: Choices): (mine: Draft, theirs: CalcGroup) => Difference[] {
  const { t } = useTranslation('calc');
  const language = useLanguage();
  const inputsOf = ({ inputs }: Draft) =>
    inputs
      .map((key) => {
        const item = byKey.get(key);
        return item ? `${item.owner ?? ''} · ${language === 'it' ? item.label_it : item.label_en}` : key;
      })
      .join(', ');
  return (mine, theirs) => {
    const other = draftOf(theirs);
    const rows = [
      [t('field.name'), mine.name, other.name],
      [t('field.operation'), t(`operation.${mine.operation}.name`), t(`operation.${other.operation}.name`)],
      [t('field.description'), mine.description, other.description],
      [t('field.inputs'), inputsOf(mine), inputsOf(other)],
      [t('field.variable'), mine.variable, other.variable],
    ] as const;
    return rows.flatMap(([label, own, their]) =>
      own === their ? [] : [{ label, mine: own, theirs: their }],
    );
  };
}

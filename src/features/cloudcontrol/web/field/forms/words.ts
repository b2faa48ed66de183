import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { findValueTable } from '../../../../../devices/values/value-tables.ts';
import { UNKNOWN } from '../../../../../shared/web/format/numbers.ts';
import { type NumberFault, numberText } from '../../../../../shared/web/forms/number-text.model.ts';
import { useErrorMessage } from '../../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import type { Field } from './entities.model.ts';
import type { FieldWord, HintWord } from './word-keys.ts';
import { CHOICE_KEYS, HINTED } from './word-keys.ts';

/** What fields, their choices and their faults are called in the reader's language. */
export function useFieldLabels() {
  const { t } = useTranslation('field');
  const { fieldMessage } = useErrorMessage('field');
  const language = useLanguage();
  const label = useCallback((name: string) => t(`fields.${name as FieldWord}`), [t]);
  const hint = useCallback(
    (name: string) => (HINTED.includes(name as HintWord) ? t(`hints.${name as HintWord}`) : null),
    [t],
  );
  const choice = useCallback(
    ({ words }: Pick<Field, 'words'>, value: string | number) => {
      if (words === 'value_table') return findValueTable(String(value))?.title[language] ?? String(value);
      const key = CHOICE_KEYS.find((one) => one === `${words}.${value}`);
      return key ? t(`choices.${key}`) : String(value);
    },
    [t, language],
  );
  const fault = (numberFault: NumberFault) => fieldMessage({ path: '', message: '', ...numberFault });
  /** A stored value as a person reads it. */
  const value = useCallback(
    (field: Field, stored: unknown): string => {
      if (typeof stored === 'boolean') return t(stored ? 'yes' : 'no');
      if (stored === null || stored === undefined || stored === '') return UNKNOWN;
      if (field.kind === 'choice') return choice(field, stored as string | number);
      const said = typeof stored === 'number' ? numberText(stored, language) : String(stored);
      return field.unit ? `${said} ${field.unit}` : said;
    },
    [t, choice, language],
  );
  return { label, hint, choice, fault, value };
}

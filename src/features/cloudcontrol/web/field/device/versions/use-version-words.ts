import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '../../../../versions.contract.ts';
import { useVariableLabels } from '../../forms/use-variable-words.ts';
import { isFieldWord } from '../../forms/word-keys.ts';
import { useFieldLabels } from '../../forms/words.ts';
import { useActionLabels } from '../../version-words.ts';

const NAMED = 3;

/** What a version changed: "Variable changed: AC power: Factor", many by the first few. */
export function useVersionLabels(): (version: Version) => string {
  const { t } = useTranslation('field');
  const actionWords = useActionLabels();
  const nameOf = useVariableLabels();
  const { label } = useFieldLabels();
  return useCallback(
    ({ action, names, fields }: Version) => {
      const more = names.length - NAMED;
      const named = names.slice(0, NAMED).map(nameOf).join(', ');
      const all = more > 0 ? `${named} ${t('connection.more', { count: more })}` : named;
      const what = fields.map((name) => (isFieldWord(name) ? label(name) : name)).join(', ');
      return [actionWords(action), all, what].filter(Boolean).join(': ');
    },
    [t, actionWords, nameOf, label],
  );
}

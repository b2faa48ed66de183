import { useCallback, useMemo } from 'react';
import { useLanguage } from '../../../../../shared/web/i18n/use-language.ts';
import { useParameters } from '../use-devices.ts';

/** What a variable's name is called in the company's catalogue; an unknown one goes by its code. */
export function useVariableLabels(): (name: string) => string {
  const language = useLanguage();
  const names = useParameters().data?.names;
  const labels = useMemo(
    () => new Map(names?.map((one) => [one.name, language === 'it' ? one.label_it : one.label_en])),
    [names, language],
  );
  return useCallback((name: string) => labels.get(name) || name, [labels]);
}

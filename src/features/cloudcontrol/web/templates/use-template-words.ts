import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { Template } from '../../templates.contract.ts';

/** What a template calls its variables, where the catalogue may lack them. */
export function useCalled(template: Pick<Template, 'map'> | undefined): (name: string) => string | undefined {
  const language = useLanguage();
  return useCallback(
    (name) => {
      const words = template?.map.variables.find((one) => one.name === name)?.of_name;
      return words && (language === 'it' ? words.label_it : words.label_en);
    },
    [template, language],
  );
}

/** Messages for what was refused of a template. */
export function useTemplateMessages() {
  const { t } = useTranslation('templates');
  return useErrorMessage(
    'templates',
    ({ field, has, wants }): Record<string, string> =>
      field === undefined
        ? {}
        : {
            field: t(`clash_field.${field as 'unit'}`),
            has: String(has || t('apply.nothing')),
            wants: String(wants || t('apply.nothing')),
          },
  );
}

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type FieldError } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../shared/web/forms/use-submit.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import type { DeviceCategory } from '../../../plants/plants.model.ts';
import type { Template } from '../../templates.contract.ts';
import { useParameters } from '../field/use-devices.ts';

/** What a kind of device is called: as the company's category of that kind, else as its code. */
export function useKindLabels(): (kind: DeviceCategory) => string {
  const language = useLanguage();
  const categories = useParameters().data?.categories;
  return useCallback(
    (kind) => {
      const known =
        categories?.find((one) => one.name === kind) ?? categories?.find((one) => one.kind === kind);
      if (!known) return kind;
      return language === 'it' ? known.label_it : known.label_en;
    },
    [categories, language],
  );
}

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

/** What the server refused of a template. */
export function useTemplateRefusals(): ErrorMessages {
  const { t } = useTranslation('templates');
  const sentenceOf = useRefusalSentence();
  const fieldMessage = ({ code, message, params = {} }: FieldError): string => {
    if (code === 'name_taken') return t('edit.taken');
    if (code !== 'name_differs') return message;
    const { name, field, has, wants } = params as Record<string, string>;
    const said = (value: string | undefined) => value || t('apply.nothing');
    const what = t(`apply.clash_field.${field as 'unit' | 'quantity' | 'kind'}`);
    return t('apply.clash', { name, field: what, has: said(has), wants: said(wants) });
  };
  const formMessage = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors[0] : undefined;
    return told ? fieldMessage(told) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

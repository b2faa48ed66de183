import { useCallback } from 'react';
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CallError, type FieldError as Told } from '../../../../shared/contract/client.ts';
import { useRefusalSentence } from '../../../../shared/web/forms/refusal.ts';
import type { ErrorMessages } from '../../../../shared/web/forms/use-submit.ts';
import { CATALOGUE_FAULTS } from '../../../plants/catalogue.model.ts';

const USES = ['names', 'variables', 'devices', 'binned'] as const;

/** What uses a word, in words: "12 variables, 4 devices"; what is none is left out. */
export function useUses(): (use: Readonly<Record<string, unknown>>) => string {
  const { t } = useTranslation('catalogue');
  return useCallback(
    (use) =>
      USES.filter((what) => Number(use[what] ?? 0) > 0)
        .map((what) => t(`use.${what}`, { count: Number(use[what]) }))
        .join(', '),
    [t],
  );
}

/** Says in the reader's language what the server refused of the company's own words. */
export function useCatalogueRefusals(): ErrorMessages {
  const { t } = useTranslation('catalogue');
  const sentenceOf = useRefusalSentence();
  const usesOf = useUses();
  const known = ({ code }: Told) => CATALOGUE_FAULTS.find((one) => one === code);
  const fieldMessage = (error: Told): string => {
    const code = known(error);
    return code ? t(`faults.${code}`, { ...error.params, uses: usesOf(error.params ?? {}) }) : error.message;
  };
  const formMessage = (fault: unknown): string => {
    const told = fault instanceof CallError ? fault.errors.find(known) : undefined;
    return told ? fieldMessage(told) : sentenceOf(fault);
  };
  return { fieldMessage, formMessage };
}

type Issue = z.core.$ZodIssue;

/** A form is judged by the schema that the server judges it by, in the reader's language. */
export function useSchemaResolver<T extends FieldValues>(schema: z.ZodType): Resolver<T> {
  const { t } = useTranslation('catalogue');
  const { t: tc } = useTranslation();
  const wordOf = (issue: Issue): string => {
    if (issue.code === 'too_small') return tc('told.required');
    if (issue.code === 'too_big') return t('field.too_long', { most: Number(issue.maximum) });
    if (issue.code === 'invalid_format')
      return t(issue.path[0] === 'colour' ? 'field.no_colour' : 'field.no_code');
    return issue.code === 'custom' ? t('field.control_characters') : tc('told.invalid');
  };
  return (values) => {
    const told = schema.safeParse(values);
    if (told.success) return { values, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const issue of told.error.issues) {
      const name = String(issue.path[0] ?? 'root');
      errors[name] ??= { type: issue.code, message: wordOf(issue) };
    }
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}

/** A code made of words: "Cabinet fans" is cabinet_fans. Nothing where no letter leads. */
export function codeOf(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 63);
}

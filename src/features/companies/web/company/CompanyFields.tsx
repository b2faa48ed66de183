import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { looksLikeTelephone, MAX_TELEPHONE } from '../../companies.model.ts';
import type { CompanyValues } from './company-form.ts';

interface Props {
  form: UseFormReturn<CompanyValues>;
  disabled?: boolean;
  autoFocus?: boolean;
  onName?: (name: string) => void;
  onSlug?: (slug: string) => void;
}

/** The fields of a company, for making one and for changing it. // spec §3: Company */
export function CompanyFields({ form, disabled = false, autoFocus = false, onName, onSlug }: Props) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { errors } = form.formState;
  const atMost = (max: number) => ({ value: max, message: t('field.too_long', { most: max }) });
  const common = { disabled } as const;
  return (
    <>
      <TextInput
        {...common}
        label={t('field.name')}
        autoComplete="organization"
        autoFocus={autoFocus}
        error={errors.name?.message}
        {...form.register('name', {
          validate: (text) => text.trim() !== '' || tc('told.required'),
          maxLength: atMost(120),
          onChange: (event: { target: { value: string } }) => onName?.(event.target.value),
        })}
      />
      <Textarea
        {...common}
        label={t('field.description')}
        autosize
        minRows={2}
        maxRows={8}
        error={errors.description?.message}
        {...form.register('description', { maxLength: atMost(2000) })}
      />
      <TextInput
        {...common}
        label={t('field.telephone')}
        type="tel"
        autoComplete="tel"
        error={errors.telephone?.message}
        {...form.register('telephone', {
          maxLength: atMost(MAX_TELEPHONE),
          // One that was stored before the rule does not stand in the way of another change.
          validate: (text) =>
            text === form.formState.defaultValues?.telephone ||
            looksLikeTelephone(text) ||
            t('field.telephone_wrong'),
        })}
      />
      <TextInput
        {...common}
        label={t('field.tag_key')}
        description={t('field.tag_key_hint')}
        autoComplete="off"
        error={errors.tag_key?.message}
        {...form.register('tag_key', { maxLength: atMost(40) })}
      />
      <TextInput
        {...common}
        label={t('field.company_slug')}
        description={t('field.company_slug_hint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={errors.company_slug?.message}
        {...form.register('company_slug', {
          validate: (text) => /^[a-z0-9-]{1,60}$/.test(text.trim()) || t('field.company_slug_wrong'),
          onChange: (event: { target: { value: string } }) => onSlug?.(event.target.value),
        })}
      />
    </>
  );
}

import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import styles from './catalogue.module.css';
import { codeOf } from './words-form.ts';

interface Props {
  form: UseFormReturn<Record<string, string | number>>;
  /** The code follows the English words until somebody writes it, and only of what is new. */
  fresh: boolean;
  /** Why the code stays as it is; undefined where it may be changed. */
  fixed?: string | undefined;
  codeHint: string;
}

/** What a word is called in both languages, and the code that programs use. */
export function LabelFields({ form, fresh, fixed, codeHint }: Props) {
  const { t } = useTranslation('catalogue');
  const { errors } = form.formState;
  const written = useRef(!fresh);
  const follow = (event: { target: { value: string } }) => {
    if (!written.current) form.setValue('name', codeOf(event.target.value), { shouldDirty: true });
  };
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          data-autofocus
          label={t('field.label_en')}
          autoComplete="off"
          lang="en"
          error={errors.label_en?.message}
          {...form.register('label_en', { onChange: follow })}
        />
        <TextInput
          label={t('field.label_it')}
          autoComplete="off"
          lang="it"
          error={errors.label_it?.message}
          {...form.register('label_it')}
        />
      </div>
      <TextInput
        label={t('field.name')}
        description={fixed ?? codeHint}
        autoComplete="off"
        spellCheck={false}
        {...(fixed === undefined ? {} : { readOnly: true, className: styles.closed ?? '' })}
        classNames={{ input: styles.code ?? '' }}
        error={errors.name?.message}
        {...form.register('name', {
          onChange: () => {
            written.current = true;
          },
        })}
      />
    </>
  );
}

import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldGrid } from '../../../../shared/web/forms/fields/FieldGroup.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { codeOf } from './words-form.ts';

interface Props {
  /** The code follows the English words until somebody writes it, and only of what is new. */
  fresh: boolean;
  /** Why the code stays as it is; undefined where it may be changed. */
  fixed?: string | undefined;
  codeHint: string;
}

/** What a word is called in both languages, and the code that programs use. */
export function LabelFields({ fresh, fixed, codeHint }: Props) {
  const { t } = useTranslation('catalogue');
  const { setValue } = useFormContext();
  const written = useRef(!fresh);
  const follow = (label: string) => {
    if (!written.current) setValue('name', codeOf(label), { shouldDirty: true });
  };
  return (
    <>
      <FieldGrid>
        <TextField name="label_en" label={t('field.label_en')} data-autofocus lang="en" onTyped={follow} />
        <TextField name="label_it" label={t('field.label_it')} lang="it" />
      </FieldGrid>
      <TextField
        name="name"
        label={t('field.name')}
        description={fixed ?? codeHint}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        closed={fixed !== undefined}
        onTyped={() => {
          written.current = true;
        }}
      />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { TextAreaField } from '../../../../shared/web/forms/fields/TextAreaField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';

interface Props {
  autoFocus?: boolean;
  onName?: (name: string) => void;
  onSlug?: (slug: string) => void;
}

/** The fields of a company, for making one and for changing it. // spec §3: Company */
export function CompanyFields({ autoFocus = false, onName, onSlug }: Props) {
  const { t } = useTranslation('companies');
  return (
    <>
      <TextField
        name="name"
        label={t('field.name')}
        required
        autoComplete="organization"
        autoFocus={autoFocus}
        {...(onName && { onTyped: onName })}
      />
      <TextAreaField name="description" label={t('field.description')} maxRows={8} />
      <TextField name="telephone" label={t('field.telephone')} type="tel" autoComplete="tel" />
      <TextField name="tag_key" label={t('field.tag_key')} description={t('field.tag_key_hint')} />
      <TextField
        name="company_slug"
        label={t('field.company_slug')}
        description={t('field.company_slug_hint')}
        autoCapitalize="off"
        spellCheck={false}
        {...(onSlug && { onTyped: onSlug })}
      />
    </>
  );
}

import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { DateField } from '../../../../shared/web/forms/fields/DateField.tsx';
import { SelectField } from '../../../../shared/web/forms/fields/SelectField.tsx';
import { useFormField } from '../../../../shared/web/forms/form-scope.ts';
import { type ApiKey, companiesCalls } from '../../companies.contract.ts';
import { EXPIRIES, type Expiry } from './keys.model.ts';

/** What somebody says of a new key. */
export interface KeyRequest {
  name: string;
  scopes: ApiKey['scopes'];
  /** A plant's code, or WHOLE. */
  proj_code: string;
  expiry: Expiry;
  date: string | null;
}

/** The whole company; no plant can be called so. */
export const WHOLE = '*';
const SCOPES = ['ingest', 'read'] as const;

/** YYYY-MM-DD of the reader's calendar. */
const today = () => new Date().toLocaleDateString('sv');

/** What the key may do. */
export function ScopesField() {
  const { t } = useTranslation('companies');
  const { value, change, input } = useFormField<KeyRequest['scopes']>({
    name: 'scopes',
    label: t('keys.may'),
    show: (scopes) => scopes.map((scope) => t(`keys.scope.${scope}`)).join(', '),
  });
  const { ref, onBlur, label, error } = input;
  return (
    <Checkbox.Group
      label={label}
      withAsterisk
      value={value}
      onChange={(scopes) => change(SCOPES.filter((scope) => scopes.includes(scope)))}
      error={error}
    >
      <Stack gap={12} mt={8}>
        {SCOPES.map((scope, at) => (
          <Checkbox
            key={scope}
            {...(at === 0 && { ref })}
            value={scope}
            label={t(`keys.scope.${scope}`)}
            description={t(`keys.scope_hint.${scope}`)}
            onBlur={onBlur}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The one plant that the key is for, or the whole company. */
export function PlantField() {
  const { t } = useTranslation('companies');
  const { data = [], error } = useCall(companiesCalls.listCompanyPlants);
  const options = data.map(({ proj_code, name }) => ({ value: proj_code, label: `${proj_code} · ${name}` }));
  return (
    <SelectField
      name="proj_code"
      label={t('keys.where')}
      description={error ? t('keys.plants_failed') : t('keys.where_hint')}
      searchable
      options={[{ value: WHOLE, label: t('keys.whole_company') }, ...options]}
    />
  );
}

/** When the key ends; a day of one's own choice is asked for where it is wanted. */
export function ExpiryFields({ expiry }: { expiry: Expiry }) {
  const { t } = useTranslation('companies');
  return (
    <>
      <SelectField
        name="expiry"
        label={t('keys.expires')}
        options={EXPIRIES.map((value) => ({ value, label: t(`keys.expiry.${value}`) }))}
      />
      {expiry === 'date' && (
        <DateField
          name="date"
          label={t('keys.last_day')}
          placeholder={t('keys.date_form')}
          min={today()}
          required
        />
      )}
    </>
  );
}

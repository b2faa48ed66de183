import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import '@mantine/dates/styles.css';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDayPicker } from '../../../../shared/web/list/use-day-picker.ts';
import { type ApiKey, companiesCalls } from '../../companies.contract.ts';
import { EXPIRIES, type Expiry } from './keys.model.ts';
import classes from './keys.module.css';

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

export function NameField() {
  const { t } = useTranslation('companies');
  const { register, formState } = useFormContext<KeyRequest>();
  return (
    <TextInput
      data-autofocus
      label={t('keys.name')}
      description={t('keys.name_hint')}
      maxLength={120}
      autoComplete="off"
      error={formState.errors.name?.message}
      {...register('name', { validate: (text) => text.trim() !== '' || t('keys.name_missing') })}
    />
  );
}

export function ScopesField() {
  const { t } = useTranslation('companies');
  const rules = {
    validate: (scopes: KeyRequest['scopes']) => scopes.length > 0 || t('keys.scope_missing'),
  };
  const { field, fieldState } = useController<KeyRequest, 'scopes'>({ name: 'scopes', rules });
  return (
    <Checkbox.Group
      label={t('keys.may')}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    >
      <div className={classes.choices}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`keys.scope.${scope}`)}
            description={t(`keys.scope_hint.${scope}`)}
            onBlur={field.onBlur}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

export function PlantField() {
  const { t } = useTranslation('companies');
  const { field } = useController<KeyRequest, 'proj_code'>({ name: 'proj_code' });
  const plants = useCall(companiesCalls.listCompanyPlants);
  const named = (plants.data ?? []).map(({ proj_code, name }) => ({
    value: proj_code,
    label: `${proj_code} · ${name}`,
  }));
  return (
    <Select
      label={t('keys.where')}
      description={t('keys.where_hint')}
      searchable
      allowDeselect={false}
      // Inside the dialog, so that readers of screens find it there.
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={t('keys.no_such_plant')}
      data={[{ value: WHOLE, label: t('keys.whole_company') }, ...named]}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={plants.error && t('keys.plants_failed')}
    />
  );
}

function DateField() {
  const { t } = useTranslation('companies');
  const look = useDayPicker();
  const rules = { validate: (date: string | null) => date !== null || t('keys.date_missing') };
  const { field, fieldState } = useController<KeyRequest, 'date'>({ name: 'date', rules });
  return (
    <DatePickerInput
      {...look}
      label={t('keys.last_day')}
      placeholder={t('keys.date_form')}
      minDate={today()}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

export function ExpiryFields() {
  const { t } = useTranslation('companies');
  const { register, watch } = useFormContext<KeyRequest>();
  return (
    <>
      <NativeSelect
        label={t('keys.expires')}
        data={EXPIRIES.map((value) => ({ value, label: t(`keys.expiry.${value}`) }))}
        {...register('expiry')}
      />
      {watch('expiry') === 'date' && <DateField />}
    </>
  );
}

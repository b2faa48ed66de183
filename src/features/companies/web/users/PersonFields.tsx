import { TextInput } from '@mantine/core';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PlantsField } from './PlantsField.tsx';
import { seesEveryPlant } from './people.ts';
import type { PersonValues } from './person-form.ts';
import { RolesField } from './RolesField.tsx';
import styles from './users.module.css';

const MAX = 80;

interface Props<T extends PersonValues & FieldValues> {
  form: UseFormReturn<T>;
  lastOwner?: boolean;
}

/** What is typed and chosen of a person in a company: name, roles, plants. // spec §3: Company user */
export function PersonFields<T extends PersonValues & FieldValues>({ form, lastOwner = false }: Props<T>) {
  const { t } = useTranslation('companies');
  const { t: tc } = useTranslation();
  const { errors } = form.formState;
  const at = (name: keyof PersonValues) => name as Path<T>;
  const wordOf = (name: keyof PersonValues) => errors[name]?.message as string | undefined;
  const maxLength = { value: MAX, message: t('field.too_long', { most: MAX }) };
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={t('users.first_name')}
          autoComplete="off"
          error={wordOf('first_name')}
          {...form.register(at('first_name'), { maxLength })}
        />
        <TextInput
          label={t('users.last_name')}
          autoComplete="off"
          error={wordOf('last_name')}
          {...form.register(at('last_name'), { maxLength })}
        />
      </div>
      <Controller
        control={form.control}
        name={at('roles')}
        rules={{ validate: (roles) => roles.length > 0 || tc('told.required') }}
        render={({ field }) => (
          <RolesField
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={wordOf('roles')}
            lastOwner={lastOwner}
          />
        )}
      />
      <Controller
        control={form.control}
        name={at('related_plants')}
        render={({ field }) => (
          <PlantsField
            value={field.value}
            onChange={field.onChange}
            everything={seesEveryPlant(form.watch(at('roles')))}
          />
        )}
      />
    </>
  );
}

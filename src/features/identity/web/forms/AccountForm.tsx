import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { FormBox } from './FormBox.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useRules } from './rules.ts';

interface Props<T extends FieldValues> {
  form: UseFormReturn<T>;
  /** Of `useAccountSubmit`. */
  sending: { submit: FormEventHandler; refusal: ReactNode };
  label: string;
  /** What the button says, where it is not the form's label. */
  action?: string;
  color?: 'red';
  onCancel: () => void;
  children: ReactNode;
}

/** A change of an account: its fields, one button that does it, one that leaves it. */
export function AccountForm<T extends FieldValues>(props: Props<T>) {
  const { form, sending, label, action = label, color, onCancel, children } = props;
  const { t } = useTranslation();
  return (
    <FormBox form={form} onSubmit={sending.submit} refusal={sending.refusal} label={label}>
      {children}
      <Buttons>
        <Button type="submit" loading={form.formState.isSubmitting} {...(color && { color })}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Buttons>
    </FormBox>
  );
}

/** The password of whoever is signed in; with `email`, a password manager reads of which account. */
export function CurrentPassword({ email, autoFocus = false }: { email?: string; autoFocus?: boolean }) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const form = useFormContext<{ current_password: string }>();
  return (
    <>
      {email !== undefined && <input hidden readOnly type="text" autoComplete="username" value={email} />}
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus={autoFocus}
        error={form.formState.errors.current_password?.message}
        {...form.register('current_password', { validate: rules.password })}
      />
    </>
  );
}

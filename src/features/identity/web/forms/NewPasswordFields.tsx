import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './PasswordField.tsx';
import { useRules } from './rules.ts';

export interface NewPassword {
  password: string;
  password_confirm: string;
}

/** A new password and its confirmation, in any form that holds both. */
export function NewPasswordFields({ label, autoFocus = false }: { label: string; autoFocus?: boolean }) {
  const { t } = useTranslation('identity');
  const { control, formState, getFieldState, register, trigger } = useFormContext<NewPassword>();
  const typed = useWatch({ control, name: 'password' });
  const rules = useRules();
  const { errors } = formState;
  const askAgain = () => {
    if (getFieldState('password_confirm').isTouched) void trigger('password_confirm');
  };
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        autoFocus={autoFocus}
        typed={typed}
        error={errors.password?.message}
        {...register('password', { validate: rules.newPassword, onChange: askAgain })}
      />
      <PasswordField
        label={t('password.confirm')}
        autoComplete="new-password"
        error={errors.password_confirm?.message}
        {...register('password_confirm', { validate: rules.confirms })}
      />
    </>
  );
}

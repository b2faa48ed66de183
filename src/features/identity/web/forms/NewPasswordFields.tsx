import { useFormContext } from 'react-hook-form';
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
  const { getFieldState, trigger } = useFormContext<NewPassword>();
  const rules = useRules();
  const askAgain = () => {
    if (getFieldState('password_confirm').isTouched) void trigger('password_confirm');
  };
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        rule={rules.newPassword}
        measured
        autoComplete="new-password"
        autoFocus={autoFocus}
        onTyped={askAgain}
      />
      <PasswordField
        name="password_confirm"
        label={t('password.confirm')}
        rule={rules.confirms}
        autoComplete="new-password"
      />
    </>
  );
}

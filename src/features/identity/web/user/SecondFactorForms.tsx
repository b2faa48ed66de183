import { TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { identityCalls } from '../../identity.contract.ts';
import { AccountForm, CurrentPassword } from '../forms/AccountForm.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';

/** The authenticator's code or a recovery code: whoever lost the telephone must get out of it as well. */
const CODE_INPUT = {
  autoComplete: 'one-time-code',
  autoCapitalize: 'off',
  spellCheck: false,
  maxLength: 20,
} as const;

interface RenewProps {
  onDone: (recovery_codes: readonly string[]) => void;
  onCancel: () => void;
}

/** New recovery codes in place of the old ones. */
export function RenewCodes({ onDone, onCancel }: RenewProps) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const form = useForm({ ...onBlurDeferred, defaultValues: { code: '' } });
  const { errors } = form.formState;
  const sending = useAccountSubmit(form, {
    focus: 'code',
    act: async (given) =>
      onDone((await send(identityCalls.renewRecoveryCodes, { body: given })).recovery_codes),
  });
  return (
    <AccountForm form={form} sending={sending} label={t('factor.new_codes')} onCancel={onCancel}>
      <p>{t('factor.new_codes_hint')}</p>
      <TextInput
        label={t('factor.any_code')}
        autoFocus
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register('code', { validate: rules.required })}
      />
    </AccountForm>
  );
}

interface DisableProps {
  email: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Off again: by the password and a code. */
export function DisableSecondFactor({ email, onDone, onCancel }: DisableProps) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const form = useForm({ ...onBlurDeferred, defaultValues: { current_password: '', code: '' } });
  const { errors } = form.formState;
  const sending = useAccountSubmit(form, {
    act: async (given) => {
      await send(identityCalls.disableSecondFactor, { body: given });
      onDone();
    },
  });
  return (
    <AccountForm form={form} sending={sending} label={t('factor.switch_off')} color="red" onCancel={onCancel}>
      <p>{t('factor.off_hint')}</p>
      <CurrentPassword email={email} autoFocus />
      <TextInput
        label={t('factor.any_code')}
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register('code', { validate: rules.required })}
      />
    </AccountForm>
  );
}

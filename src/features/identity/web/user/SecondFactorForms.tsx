import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { identityCalls } from '../../identity.contract.ts';
import { FormBox } from '../forms/FormBox.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
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
  const { t: common } = useTranslation();
  const rules = useRules();
  const form = useForm({ ...onBlurDeferred, defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { submit, refusal } = useAccountSubmit(form, {
    focus: 'code',
    act: async (given) =>
      onDone((await send(identityCalls.renewRecoveryCodes, { body: given })).recovery_codes),
  });
  return (
    <FormBox form={form} onSubmit={submit} refusal={refusal} label={t('factor.new_codes')}>
      <p>{t('factor.new_codes_hint')}</p>
      <TextInput
        label={t('factor.any_code')}
        autoFocus
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register('code', { validate: rules.required })}
      />
      <Buttons>
        <Button type="submit" loading={isSubmitting}>
          {t('factor.new_codes')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </Buttons>
    </FormBox>
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
  const { t: common } = useTranslation();
  const rules = useRules();
  const form = useForm({ ...onBlurDeferred, defaultValues: { current_password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { submit, refusal } = useAccountSubmit(form, {
    act: async (given) => {
      await send(identityCalls.disableSecondFactor, { body: given });
      onDone();
    },
  });
  return (
    <FormBox form={form} onSubmit={submit} refusal={refusal} label={t('factor.switch_off')}>
      <p>{t('factor.off_hint')}</p>
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <PasswordField
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
        error={errors.current_password?.message}
        {...form.register('current_password', { validate: rules.password })}
      />
      <TextInput
        label={t('factor.any_code')}
        {...CODE_INPUT}
        error={errors.code?.message}
        {...form.register('code', { validate: rules.required })}
      />
      <Buttons>
        <Button type="submit" color="red" loading={isSubmitting}>
          {t('factor.switch_off')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {common('cancel')}
        </Button>
      </Buttons>
    </FormBox>
  );
}

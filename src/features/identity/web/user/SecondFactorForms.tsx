import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { identityCalls } from '../../identity.contract.ts';
import { CurrentPassword } from '../forms/PasswordField.tsx';
import { useRules } from '../forms/rules.ts';

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
  const form = useActionForm({
    values: { code: '' },
    words: 'identity',
    focus: 'code',
    act: async (given) =>
      onDone((await send(identityCalls.renewRecoveryCodes, { body: given })).recovery_codes),
  });
  return (
    <ActionForm form={form} label={t('factor.new_codes')}>
      <p>{t('factor.new_codes_hint')}</p>
      <TextField name="code" label={t('factor.any_code')} rule={rules.required} autoFocus {...CODE_INPUT} />
      <ActionButtons form={form} submit={t('factor.new_codes')} onCancel={onCancel} />
    </ActionForm>
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
  const form = useActionForm({
    values: { current_password: '', code: '' },
    words: 'identity',
    act: async (given) => {
      await send(identityCalls.disableSecondFactor, { body: given });
      onDone();
    },
  });
  return (
    <ActionForm form={form} label={t('factor.switch_off')}>
      <p>{t('factor.off_hint')}</p>
      <CurrentPassword email={email} autoFocus />
      <TextField name="code" label={t('factor.any_code')} rule={rules.required} {...CODE_INPUT} />
      <ActionButtons form={form} submit={t('factor.switch_off')} color="red" onCancel={onCancel} />
    </ActionForm>
  );
}

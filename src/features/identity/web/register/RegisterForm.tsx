import { useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { identityCalls } from '../../identity.contract.ts';
import { hasFault } from '../forms/has-fault.ts';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useRules } from '../forms/rules.ts';
import { updateOwn } from '../own-account.ts';
import { signIn } from '../use-user.ts';

interface NewAccount extends NewPassword {
  name: string;
  email: string;
}

/** The specification's sentence for an address that has an account already, and what its owner can do. // spec §8 */
function Taken() {
  const { t } = useTranslation('identity');
  return (
    <>
      {t('faults.email_taken')}. <Link to="/login">{t('sign_in.title')}</Link>
      {' · '}
      <Link to="/recover">{t('sign_in.forgot')}</Link>
    </>
  );
}

interface Props {
  /** What an invitation says of the person: the address stands, the name is only proposed. */
  invited?: { token: string; email: string; name: string; company: string };
  /** The account is made; `signedIn` unless its first sign-in did not succeed. */
  onRegistered: (signedIn: boolean) => Promise<void>;
}

/** Name, address and password of a new account; whoever has sent it is signed in at once. */
export function RegisterForm({ invited, onRegistered }: Props) {
  const { t } = useTranslation('identity');
  const language = useLanguage();
  const { colorScheme } = useMantineColorScheme();
  const rules = useRules();
  const begin = async ({ email, password }: NewAccount): Promise<boolean> => {
    try {
      await signIn(email.trim(), password);
      // The account begins with the look that this machine has.
      if (colorScheme !== 'auto') await updateOwn({ color_scheme: colorScheme });
      return true;
    } catch (fault) {
      console.warn('the first sign-in did not succeed', fault);
      return false;
    }
  };
  const form = useActionForm<NewAccount>({
    values: {
      name: invited?.name ?? '',
      email: invited?.email ?? '',
      password: '',
      password_confirm: '',
    },
    words: 'identity',
    messageFor: (fault) => (hasFault(fault, 'email_taken') ? <Taken /> : undefined),
    act: async (given) => {
      const invitation = invited ? { invitation: invited.token } : {};
      await send(identityCalls.register, { body: { ...given, language, ...invitation } });
      await onRegistered(await begin(given));
    },
  });
  return (
    <ActionForm form={form}>
      <TextField
        name="name"
        label={t('register.name')}
        rule={rules.required}
        autoComplete="name"
        autoFocus={!invited}
        maxLength={120}
      />
      <TextField
        name="email"
        label={t('email')}
        rule={rules.email}
        type="email"
        autoComplete="username"
        readOnly={invited !== undefined}
        description={invited && t('register.fixed_address')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <NewPasswordFields label={t('password.label')} autoFocus={invited !== undefined} />
      <ActionButtons
        form={form}
        submit={invited ? t('register.submit_invited', { company: invited.company }) : t('register.submit')}
        wide
      />
    </ActionForm>
  );
}

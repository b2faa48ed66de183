import { Button, TextInput, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { identityCalls } from '../../identity.contract.ts';
import { FormBox } from '../forms/FormBox.tsx';
import { hasFault } from '../forms/has-fault.ts';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { signIn, updateOwn } from '../use-user.ts';

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
  const form = useForm<NewAccount>({
    ...onBlurDeferred,
    defaultValues: {
      name: invited?.name ?? '',
      email: invited?.email ?? '',
      password: '',
      password_confirm: '',
    },
  });
  const { errors, isSubmitting } = form.formState;
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
  const { submit, refusal } = useAccountSubmit(form, {
    messageFor: (fault) => (hasFault(fault, 'email_taken') ? <Taken /> : undefined),
    act: async (given) => {
      const invitation = invited ? { invitation: invited.token } : {};
      await send(identityCalls.register, { body: { ...given, language, ...invitation } });
      await onRegistered(await begin(given));
    },
  });
  return (
    <FormBox form={form} onSubmit={submit} refusal={refusal}>
      <TextInput
        label={t('register.name')}
        autoComplete="name"
        autoFocus={!invited}
        maxLength={120}
        error={errors.name?.message}
        {...form.register('name', { validate: rules.required })}
      />
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        readOnly={invited !== undefined}
        description={invited && t('register.fixed_address')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errors.email?.message}
        {...form.register('email', { validate: rules.email })}
      />
      <NewPasswordFields label={t('password.label')} autoFocus={invited !== undefined} />
      <Button type="submit" loading={isSubmitting} fullWidth mt={4}>
        {invited ? t('register.submit_invited', { company: invited.company }) : t('register.submit')}
      </Button>
    </FormBox>
  );
}

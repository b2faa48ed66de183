import { Alert, Button, Skeleton } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { identityCalls } from '../../identity.contract.ts';
import { FormBox } from '../forms/FormBox.tsx';
import { hasFault } from '../forms/has-fault.ts';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { PlainLinks, PlainPage } from '../PlainPage.public.tsx';

/** The mailed link holds once and for half an hour: who comes later asks for another. */
function LinkOver() {
  const { t } = useTranslation('identity');
  return (
    <>
      {t('faults.link_invalid')}. <Link to="/recover">{t('recover.anew')}</Link>
    </>
  );
}

/** While the link is looked at. */
export function ChoosingPassword() {
  const { t } = useTranslation('identity');
  return (
    <PlainPage title={t('recover.choose_title')} subtitle={t('recover.choose_subtitle')}>
      <Skeleton height={180} radius={12} aria-busy="true" />
    </PlainPage>
  );
}

/** In place of the form, where the link could not be used at its end. */
export function RecoveryOver() {
  const { t } = useTranslation('identity');
  return (
    <PlainPage title={t('recover.choose_title')}>
      <Alert role="alert" color="orange" variant="light" icon={<IconMailOff size={18} />}>
        {t('recover.over')}
      </Alert>
      <Button component={Link} to="/recover" fullWidth>
        {t('recover.anew')}
      </Button>
      <PlainLinks>
        <Link to="/login">{t('sign_in.back')}</Link>
      </PlainLinks>
    </PlainPage>
  );
}

export function ChoosePassword({ token }: { token: string }) {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const form = useForm<NewPassword>({
    ...onBlurDeferred,
    defaultValues: { password: '', password_confirm: '' },
  });
  const { submit, refusal } = useAccountSubmit(form, {
    messageFor: (fault) => (hasFault(fault, 'link_invalid') ? <LinkOver /> : undefined),
    act: async (given) => {
      await send(identityCalls.confirmRecovery, { body: { token, ...given } });
      await navigate({ to: '/login', search: { after: 'password' }, replace: true });
    },
  });
  return (
    <PlainPage title={t('recover.choose_title')} subtitle={t('recover.choose_subtitle')}>
      <FormBox form={form} onSubmit={submit} refusal={refusal}>
        <NewPasswordFields label={t('password.new')} autoFocus />
        <Button type="submit" loading={form.formState.isSubmitting} fullWidth mt={4}>
          {t('recover.choose_submit')}
        </Button>
      </FormBox>
      <PlainLinks>
        <Link to="/login">{t('sign_in.back')}</Link>
      </PlainLinks>
    </PlainPage>
  );
}

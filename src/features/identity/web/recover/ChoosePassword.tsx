import { Alert, Button, Skeleton } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { identityCalls } from '../../identity.contract.ts';
import { hasFault } from '../forms/has-fault.ts';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
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
  const form = useActionForm<NewPassword>({
    values: { password: '', password_confirm: '' },
    words: 'identity',
    messageFor: (fault) => (hasFault(fault, 'link_invalid') ? <LinkOver /> : undefined),
    act: async (given) => {
      await send(identityCalls.confirmRecovery, { body: { token, ...given } });
      await navigate({ to: '/login', search: { after: 'password' }, replace: true });
    },
  });
  return (
    <PlainPage title={t('recover.choose_title')} subtitle={t('recover.choose_subtitle')}>
      <ActionForm form={form}>
        <NewPasswordFields label={t('password.new')} autoFocus />
        <ActionButtons form={form} submit={t('recover.choose_submit')} wide />
      </ActionForm>
      <PlainLinks>
        <Link to="/login">{t('sign_in.back')}</Link>
      </PlainLinks>
    </PlainPage>
  );
}

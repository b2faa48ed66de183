import { useTranslation } from 'react-i18next';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { CurrentPassword } from '../forms/PasswordField.tsx';
import { updateOwn } from '../own-account.ts';

interface PasswordChange extends NewPassword {
  current_password: string;
}

const EMPTY: PasswordChange = { current_password: '', password: '', password_confirm: '' };

export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const form = useActionForm<PasswordChange>({
    values: EMPTY,
    words: 'identity',
    focus: 'current_password',
    act: async (given, { reset }) => {
      await updateOwn(given);
      reset(EMPTY);
      toast.done(t('user.password.done'));
    },
  });
  return (
    <Section look="beside" title={t('user.password.title')} hint={t('user.password.hint')}>
      <ActionForm form={form} label={t('user.password.title')}>
        <CurrentPassword email={user.email} />
        <NewPasswordFields label={t('password.new')} />
        <ActionButtons form={form} submit={t('user.password.submit')} />
      </ActionForm>
    </Section>
  );
}

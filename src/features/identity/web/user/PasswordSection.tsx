import { Button } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { User } from '../../user.model.ts';
import { CurrentPassword } from '../forms/AccountForm.tsx';
import { FormBox } from '../forms/FormBox.tsx';
import { type NewPassword, NewPasswordFields } from '../forms/NewPasswordFields.tsx';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { updateOwn } from '../use-user.ts';

interface PasswordChange extends NewPassword {
  current_password: string;
}

const EMPTY: PasswordChange = { current_password: '', password: '', password_confirm: '' };

export function PasswordSection({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const form = useForm<PasswordChange>({ ...onBlurDeferred, defaultValues: EMPTY });
  const { isSubmitting } = form.formState;
  const { submit, refusal } = useAccountSubmit(form, {
    focus: 'current_password',
    act: async (given) => {
      await updateOwn(given);
      form.reset(EMPTY);
      toast.done(t('user.password.done'));
    },
  });
  return (
    <Section look="beside" title={t('user.password.title')} hint={t('user.password.hint')}>
      <FormBox form={form} onSubmit={submit} refusal={refusal} label={t('user.password.title')}>
        <CurrentPassword email={user.email} />
        <NewPasswordFields label={t('password.new')} />
        <Buttons>
          <Button type="submit" loading={isSubmitting}>
            {t('user.password.submit')}
          </Button>
        </Buttons>
      </FormBox>
    </Section>
  );
}

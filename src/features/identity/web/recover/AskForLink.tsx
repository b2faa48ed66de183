import { Alert, Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { onBlurDeferred } from '../../../../shared/web/forms/on-blur.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { identityCalls } from '../../identity.contract.ts';
import { FormBox } from '../forms/FormBox.tsx';
import { useRules } from '../forms/rules.ts';
import { useAccountSubmit } from '../forms/use-account-submit.ts';
import { OutboxHint } from '../OutboxHint.tsx';
import { PlainLinks, PlainPage } from '../PlainPage.public.tsx';

/** The answer is the same whether the address is known or not. */
function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation('identity');
  return (
    <>
      <Alert role="status" color="teal" variant="light" icon={<IconMail size={18} />}>
        {t('recover.sent', { email })}
      </Alert>
      <p className="muted">{t('recover.sent_hint')}</p>
      <OutboxHint />
      <Button variant="default" onClick={onAgain}>
        {t('recover.again')}
      </Button>
    </>
  );
}

export function AskForLink() {
  const { t } = useTranslation('identity');
  const language = useLanguage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ ...onBlurDeferred, defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const rules = useRules();
  const { submit, refusal } = useAccountSubmit(form, {
    focus: 'email',
    act: async ({ email }) => {
      await send(identityCalls.recover, { body: { email, language } });
      setSentTo(email.trim());
    },
  });
  return (
    <PlainPage title={t('recover.title')} subtitle={t('recover.subtitle')}>
      {sentTo === null ? (
        <FormBox form={form} onSubmit={submit} refusal={refusal}>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            autoFocus
            error={errors.email?.message}
            {...form.register('email', { validate: rules.email })}
          />
          <Button type="submit" loading={isSubmitting} fullWidth mt={4}>
            {t('recover.submit')}
          </Button>
        </FormBox>
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
      <PlainLinks>
        <Link to="/login">{t('sign_in.back')}</Link>
      </PlainLinks>
    </PlainPage>
  );
}

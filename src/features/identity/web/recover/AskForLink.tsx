import { Alert, Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../shared/web/api/send.ts';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { identityCalls } from '../../identity.contract.ts';
import { useRules } from '../forms/rules.ts';
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
  const rules = useRules();
  const form = useActionForm({
    values: { email: '' },
    words: 'identity',
    focus: 'email',
    act: async ({ email }) => {
      await send(identityCalls.recover, { body: { email, language } });
      setSentTo(email.trim());
    },
  });
  return (
    <PlainPage title={t('recover.title')} subtitle={t('recover.subtitle')}>
      {sentTo === null ? (
        <ActionForm form={form}>
          <TextField
            name="email"
            label={t('email')}
            rule={rules.email}
            type="email"
            autoComplete="username"
            autoFocus
          />
          <ActionButtons form={form} submit={t('recover.submit')} wide />
        </ActionForm>
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      )}
      <PlainLinks>
        <Link to="/login">{t('sign_in.back')}</Link>
      </PlainLinks>
    </PlainPage>
  );
}

import { Alert, Button, Stack } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButtons, ActionForm } from '../../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../../shared/web/forms/use-action-form.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Labelled, Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import type { User } from '../../user.model.ts';
import { CurrentPassword } from '../forms/PasswordField.tsx';
import { useRules } from '../forms/rules.ts';
import { OutboxHint } from '../OutboxHint.tsx';
import { updateOwn } from '../own-account.ts';
import { useSendConfirmation } from '../UnconfirmedBanner.tsx';

/** A link waits to be followed: for which address, what it will change, and how to have it sent again. */
function WaitingLink({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const sending = useSendConfirmation(user.id);
  const { pending_email, email } = user;
  const keeping = useMutation({ mutationFn: () => updateOwn({ pending_email: null }) });
  const fault = sending.error ?? keeping.error;
  return (
    <Alert variant="light" color="cobalt" icon={<IconMail size={18} />}>
      <div aria-live="polite">
        <p>
          {pending_email
            ? t('user.email.pending', { pending: pending_email, email })
            : t('user.email.unconfirmed', { email })}
        </p>
        {sending.isSuccess && <p>{t('user.email.sent')}</p>}
        {fault && <Note tone="alarm">{words.formMessage(fault)}</Note>}
        <OutboxHint />
      </div>
      <Buttons spaced>
        <Button
          size="xs"
          variant="default"
          loading={sending.isPending}
          disabled={sending.isSuccess}
          onClick={() => sending.mutate()}
        >
          {t('unconfirmed.send_again')}
        </Button>
        {pending_email && (
          <Button size="xs" variant="default" loading={keeping.isPending} onClick={() => keeping.mutate()}>
            {t('user.email.keep', { email })}
          </Button>
        )}
      </Buttons>
    </Alert>
  );
}

interface NewEmail {
  email: string;
  current_password: string;
}

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const form = useActionForm<NewEmail>({
    values: { email: '', current_password: '' },
    words: 'identity',
    act: async (given) => {
      await updateOwn(given);
      onDone();
    },
  });
  return (
    <ActionForm form={form} label={t('user.email.change')}>
      <TextField
        name="email"
        label={t('user.email.new')}
        rule={rules.email}
        type="email"
        autoComplete="email"
        autoFocus
      />
      <CurrentPassword />
      <ActionButtons form={form} submit={t('user.email.submit')} onCancel={onDone} />
    </ActionForm>
  );
}

/** The address: whether it is confirmed, the change that waits, and how to change it. */
export function EmailForm({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const [changing, setChanging] = useState(false);
  return (
    <Stack gap={16}>
      <Labelled label={t('email')}>
        <Buttons>
          <b>{user.email}</b>
          {user.confirmed ? (
            <StatePill state="success" label={t('user.email.confirmed')} />
          ) : (
            <StatePill state="warning" label={t('user.email.not_confirmed')} />
          )}
        </Buttons>
      </Labelled>
      {(user.pending_email !== null || !user.confirmed) && (
        <WaitingLink key={user.pending_email} user={user} />
      )}
      {changing ? (
        <ChangeEmail onDone={() => setChanging(false)} />
      ) : (
        <Buttons>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('user.email.change')}
          </Button>
        </Buttons>
      )}
    </Stack>
  );
}

import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { send } from '../../../shared/web/api/send.ts';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { Banner } from '../../../shared/web/ui/Banner.tsx';
import { identityCalls } from '../identity.contract.ts';
import { OutboxHint } from './OutboxHint.tsx';
import { useUser } from './use-user.ts';

/** Mails the link that confirms the address once more. */
export function useSendConfirmation(user_id: number) {
  return useMutation({
    mutationFn: () => send(identityCalls.sendConfirmation, { params: { id: String(user_id) } }),
  });
}

/** Says calmly that the address waits to be confirmed, for as long as it does. */
export function UnconfirmedBanner() {
  const user = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // The profile says it at the address itself.
  if (!user || user.confirmed || pathname === '/user') return null;
  return <Unconfirmed id={user.id} email={user.email} />;
}

function Unconfirmed({ id, email }: { id: number; email: string }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const sending = useSendConfirmation(id);
  return (
    <Banner
      label={t('unconfirmed.title')}
      icon={IconMail}
      fault={sending.error && words.formMessage(sending.error)}
      actions={
        !sending.isSuccess && (
          <Button size="xs" variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('unconfirmed.send_again')}
          </Button>
        )
      }
    >
      {sending.isSuccess ? t('unconfirmed.sent', { email }) : t('unconfirmed.text', { email })}
      <OutboxHint />
    </Banner>
  );
}

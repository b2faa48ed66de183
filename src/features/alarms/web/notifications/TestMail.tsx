import { Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../../shared/web/api/config.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { notificationPreferencesCalls } from '../../notification-preferences.contract.ts';

/** Has a mail sent that looks like one of an alarm, and says where it went. */
export function TestMail() {
  const { t } = useTranslation('notifications');
  const company = useCompany().id_client;
  const labels = useErrorMessage('notifications');
  const demo = useConfig()?.demo === true;
  const sending = useMutation({ mutationFn: () => send(notificationPreferencesCalls.testMail, { company }) });
  return (
    <Stack gap={8} align="flex-start" aria-live="polite">
      <Button
        variant="default"
        leftSection={<IconSend size={16} />}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t('test.send')}
      </Button>
      {sending.error && <Note tone="alarm">{labels.formMessage(sending.error)}</Note>}
      {sending.data && (
        <Note tone="muted">
          {t('test.sent', { email: sending.data.sent_to })}{' '}
          {demo && <Link to="/outbox">{t('test.outbox')}</Link>}
        </Note>
      )}
    </Stack>
  );
}

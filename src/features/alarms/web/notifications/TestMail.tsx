import { Button, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../../shared/web/api/config.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { notificationPreferencesCalls } from '../../notification-preferences.contract.ts';
import page from '../alarms.module.css';
import styles from './notifications.module.css';
import { useNotificationLabels } from './use-notification-labels.ts';

/** Has a mail sent that looks like one of an alarm, and says where it went. */
export function TestMail() {
  const { t } = useTranslation('notifications');
  const company = useCompany().id_client;
  const labels = useNotificationLabels();
  const demo = useConfig()?.demo === true;
  const sending = useMutation({ mutationFn: () => send(notificationPreferencesCalls.testMail, { company }) });
  return (
    <Stack gap={8} align="flex-start">
      <Button
        variant="default"
        leftSection={<IconSend size={16} />}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t('test.send')}
      </Button>
      <p aria-live="polite" className={styles.said} data-failed={sending.error ? true : undefined}>
        {sending.error && labels.formMessage(sending.error)}
        {sending.data && t('test.sent', { email: sending.data.sent_to })}{' '}
        {sending.data && demo && (
          <Link to="/outbox" className={page.way ?? ''}>
            {t('test.outbox')}
          </Link>
        )}
      </p>
    </Stack>
  );
}

import { Alert, Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { sessionMark } from '../../../../shared/web/api/session-mark.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { type MailStop, notificationPreferencesCalls } from '../../notification-preferences.contract.ts';

function Choose() {
  const { t } = useTranslation('notifications');
  if (sessionMark() !== 'open') return null;
  return (
    <Button component={Link} to="/apps/asset/alarms/notifications" variant="default" fullWidth>
      {t('stop.choose')}
    </Button>
  );
}

function StopQuestion({ token, found }: { token: string; found: MailStop }) {
  const { t } = useTranslation('notifications');
  const labels = useErrorMessage('notifications');
  const [now, setNow] = useState(found);
  const switching = useMutation({
    mutationFn: (enabled: boolean) =>
      send(notificationPreferencesCalls.stopMail, { body: { token, enabled } }),
    onSuccess: setNow,
  });
  const { company, email, enabled, kind, label } = now;
  const about = { company, email, label };
  const isAlarms = kind === 'alarm';
  return (
    <>
      {switching.error && <FormError>{labels.formMessage(switching.error)}</FormError>}
      {enabled ? (
        <>
          <p>{t(isAlarms ? 'stop.question' : 'stop.question_kind', about)}</p>
          <Button fullWidth loading={switching.isPending} onClick={() => switching.mutate(false)}>
            {t('stop.stop')}
          </Button>
        </>
      ) : (
        <>
          <Alert role="status" color="teal" variant="light" icon={<IconCircleCheck size={18} />}>
            {t(isAlarms ? 'stop.stopped' : 'stop.stopped_kind', about)}
          </Alert>
          <Button
            variant="default"
            fullWidth
            loading={switching.isPending}
            onClick={() => switching.mutate(true)}
          >
            {t('stop.again')}
          </Button>
        </>
      )}
      <Choose />
    </>
  );
}

/** What an unsubscribe link does, and the button that does it: a mail scanner that only looks changes nothing. */
export function MailStopPanel({ token }: { token: string }) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useCall(
    notificationPreferencesCalls.findMailStop,
    { body: { token } },
    { retry: false },
  );
  if (data) return <StopQuestion token={token} found={data} />;
  if (!error) return <Skeleton height={120} radius={12} aria-busy="true" />;
  if (!(error instanceof CallError) || error.status === 0 || error.status >= 429)
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Alert role="alert" color="orange" variant="light" icon={<IconMailOff size={18} />}>
        {t(error.status === 404 ? 'stop.nothing' : 'faults.link_invalid')}
      </Alert>
      <Choose />
    </>
  );
}

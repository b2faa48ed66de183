import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MailStopPanel } from '../../features/alarms/web/notifications/MailStopPanel.tsx';
import { PlainPage } from '../../features/identity/web/PlainPage.tsx';

const route = getRouteApi('/unsubscribe');

/** Where the link of a mail leads by which alarm mail is stopped, signed in or not. */
export function UnsubscribeScreen() {
  const { t } = useTranslation('notifications');
  const { token = '' } = route.useSearch();
  return (
    <PlainPage title={t('stop.title')}>
      <MailStopPanel key={token} token={token} />
    </PlainPage>
  );
}

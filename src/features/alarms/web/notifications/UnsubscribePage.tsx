import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PlainPage } from '../../../identity/web/PlainPage.public.tsx';
import { MailStopPanel } from './MailStopPanel.tsx';

const route = getRouteApi('/unsubscribe');

/** Where the link of a mail leads by which alarm mail is stopped, signed in or not. */
export function UnsubscribePage() {
  const { t } = useTranslation('notifications');
  const { token = '' } = route.useSearch();
  return (
    <PlainPage title={t('stop.title')}>
      <MailStopPanel key={token} token={token} />
    </PlainPage>
  );
}

import { Alert, Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { sessionMark } from '../../../shared/web/api/session-mark.ts';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { identityApi } from './identity.api.ts';
import { PlainPage } from './PlainPage.tsx';
import { askUserAnew, findUser } from './use-user.ts';

const route = getRouteApi('/confirm-email');

/** Follows the link once; the portal, in every tab where somebody is signed in, then knows of it. */
async function confirm(token: string): Promise<string> {
  const { email } = await identityApi.confirmEmail({ body: { token } });
  await askUserAnew();
  return email;
}

/** On to the portal or to the sign-in, whichever this browser can open. */
function Next() {
  const { t } = useTranslation('identity');
  if (sessionMark() === 'open')
    return (
      <Button component={Link} to="/" fullWidth>
        {t('confirm_email.to_portal')}
      </Button>
    );
  return (
    <Button component={Link} to="/login" fullWidth>
      {t('sign_in.title')}
    </Button>
  );
}

function Done({ sentence }: { sentence: string }) {
  return (
    <>
      <Alert role="status" color="teal" variant="light" icon={<IconCircleCheck size={18} />}>
        {sentence}
      </Alert>
      <Next />
    </>
  );
}

/** A link that holds no more: whoever is signed in and waits for no confirmation has most likely followed it before. */
function Over() {
  const { t } = useTranslation('identity');
  const { data: user, isPending } = useQuery({ queryKey: ['signed-in'], queryFn: findUser, retry: false });
  if (isPending) return <Skeleton height={80} radius={12} aria-busy="true" />;
  if (user?.confirmed && user.pending_email === null)
    return <Done sentence={t('confirm_email.already', { email: user.email })} />;
  return (
    <>
      <Alert role="alert" color="orange" variant="light" icon={<IconMailOff size={18} />}>
        {t('fault.link_invalid')}. {t('confirm_email.over_hint')}
      </Alert>
      <Next />
    </>
  );
}

function Outcome({ token }: { token: string }) {
  const { t } = useTranslation('identity');
  const { data, error, refetch } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => confirm(token),
    // The link holds once: nothing may follow it a second time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data) return <Done sentence={t('confirm_email.done', { email: data })} />;
  if (!error) return <Skeleton height={80} radius={12} aria-busy="true" />;
  const over = error instanceof CallError && error.status >= 400 && error.status < 429;
  if (!over) return <ErrorState error={error} onRetry={() => refetch()} />;
  return <Over />;
}

/** Where the mailed link leads that confirms an address, at registration or after a change. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('identity');
  const { token = '' } = route.useSearch();
  return (
    <PlainPage title={t('confirm_email.title')}>
      <Outcome key={token} token={token} />
    </PlainPage>
  );
}

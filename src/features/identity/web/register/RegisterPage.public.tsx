import { Alert, Anchor, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { useConfig } from '../../../../shared/web/api/config.ts';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { sessionMark } from '../../../../shared/web/api/session-mark.ts';
import { setTabCompany } from '../../../../shared/web/company/storage.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { focusPage } from '../focus-page.ts';
import { PlainLinks, PlainPage } from '../PlainPage.public.tsx';
import { findUser, userQuery } from '../use-user.ts';
import { InvitationCard } from './InvitationCard.tsx';
import type { InvitationFound, Invitations } from './invitations.public.ts';
import { JoinPanel } from './JoinPanel.tsx';
import { RegisterForm } from './RegisterForm.tsx';

const route = getRouteApi('/register');

/** Where a new account goes on from here: into the portal, or to the sign-in if that did not succeed at once. */
function useRegistered(): (signedIn: boolean) => Promise<void> {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  return async (signedIn) => {
    if (!signedIn) return navigate({ to: '/login', search: { after: 'registered' }, replace: true });
    // spec §8: 'User registered successfully'
    toast.done(t('register.done'));
    await navigate({ to: '/', replace: true });
    focusPage();
  };
}

function SignInInstead() {
  const { t } = useTranslation('identity');
  return (
    <PlainLinks>
      <p>
        {t('register.has_account')} <Link to="/login">{t('sign_in.title')}</Link>
      </p>
    </PlainLinks>
  );
}

function PlainRegistration() {
  const { t } = useTranslation('identity');
  const onRegistered = useRegistered();
  const byInvitationOnly = useConfig()?.registration === 'invite';
  if (byInvitationOnly)
    return (
      <PlainPage title={t('register.title')}>
        <Alert role="status" color="orange" variant="light" icon={<IconMailOff size={18} />}>
          {t('invitation.only')}
        </Alert>
        <SignInInstead />
      </PlainPage>
    );
  return (
    <PlainPage title={t('register.title')} subtitle={t('register.subtitle')}>
      <RegisterForm onRegistered={onRegistered} />
      <SignInInstead />
    </PlainPage>
  );
}

/** Joining twice changes nothing, and answers whoever has joined by this very link which company it was. */
async function findJoined(token: string, { accept }: Invitations): Promise<string | null> {
  const user = await findUser();
  if (!user) return null;
  try {
    const joined = await accept(token);
    return user.companies.find(({ id_client }) => id_client === joined)?.name ?? null;
  } catch (fault) {
    if (fault instanceof CallError && fault.status >= 400 && fault.status < 500) return null;
    throw fault;
  }
}

function ToPortal() {
  const { t } = useTranslation('identity');
  return <Link to="/">{t('confirm_email.to_portal')}</Link>;
}

/** The link holds no more, or never did: what can be done instead. */
function InvitationOver({ token, invitations }: Omit<InvitedProps, 'invitation'>) {
  const { t } = useTranslation('identity');
  const open = useConfig()?.registration !== 'invite';
  const joined = useQuery({
    queryKey: ['invitation-joined', token],
    queryFn: () => findJoined(token, invitations),
    retry: false,
  });
  if (joined.isPending)
    return (
      <PlainPage title={t('invitation.title')}>
        <Skeleton height={80} radius={12} aria-busy="true" />
      </PlainPage>
    );
  if (joined.data)
    return (
      <PlainPage title={t('invitation.title')}>
        <Alert role="status" color="teal" variant="light" icon={<IconCircleCheck size={18} />}>
          {t('invitation.already_in', { company: joined.data })}
        </Alert>
        <PlainLinks>
          <ToPortal />
        </PlainLinks>
      </PlainPage>
    );
  return (
    <PlainPage title={t('invitation.title')}>
      <Alert role="alert" color="orange" variant="light" icon={<IconMailOff size={18} />}>
        {t('faults.invitation_invalid')}. {t('invitation.over_hint')}
      </Alert>
      <PlainLinks>
        {sessionMark() === 'open' ? <ToPortal /> : <Link to="/login">{t('sign_in.title')}</Link>}
        {open && <Link to="/register">{t('invitation.register_without')}</Link>}
      </PlainLinks>
    </PlainPage>
  );
}

interface InvitedProps {
  token: string;
  invitation: InvitationFound;
  invitations: Invitations;
}

function Invited({ token, invitation, invitations }: InvitedProps) {
  const { t } = useTranslation('identity');
  const onRegistered = useRegistered();
  const navigate = useNavigate();
  const [signsIn, setSignsIn] = useState(false);
  const session = useQuery({
    queryKey: ['signed-in'],
    queryFn: findUser,
    retry: false,
    // A sign-in empties the cache while its form stands on this page.
    placeholderData: keepPreviousData,
  });
  const { company, email, first_name, last_name } = invitation;
  const join = async () => {
    setTabCompany(await invitations.accept(token));
    await queryClient.invalidateQueries({ queryKey: userQuery.queryKey });
    await queryClient.fetchQuery(userQuery);
    toast.done(t('invitation.joined', { company }));
    await navigate({ to: '/', replace: true });
    focusPage();
  };
  const name = `${first_name} ${last_name}`.trim();
  return (
    <PlainPage title={t('invitation.title')} subtitle={t('invitation.subtitle')}>
      <InvitationCard invitation={invitation} />
      {session.isPending && <Skeleton height={36} />}
      {!session.isPending && (invitation.registered || signsIn || session.data) && (
        <JoinPanel
          invitation={invitation}
          user={session.data ?? null}
          join={join}
          onSignedOut={() => session.refetch()}
        />
      )}
      {!session.isPending && !invitation.registered && !signsIn && !session.data && (
        <>
          <RegisterForm invited={{ token, email, name, company }} onRegistered={onRegistered} />
          <PlainLinks>
            <p>
              {t('register.has_account')}{' '}
              <Anchor component="button" type="button" onClick={() => setSignsIn(true)}>
                {t('sign_in.title')}
              </Anchor>
            </p>
          </PlainLinks>
        </>
      )}
    </PlainPage>
  );
}

function ByInvitation({ token, invitations }: { token: string; invitations: Invitations }) {
  const { t } = useTranslation('identity');
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => invitations.find(token),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  if (data) return <Invited token={token} invitation={data} invitations={invitations} />;
  const unknown = error instanceof CallError && [400, 404, 409, 410].includes(error.status);
  if (unknown) return <InvitationOver token={token} invitations={invitations} />;
  return (
    <PlainPage title={t('invitation.title')} subtitle={t('invitation.subtitle')}>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={120} radius={12} aria-busy="true" />
      )}
    </PlainPage>
  );
}

/** A new account: by oneself, or through the link of a company's invitation. */
export function RegisterPage({ invitations }: { invitations: Invitations }) {
  const { invitation } = route.useSearch();
  if (invitation === undefined) return <PlainRegistration />;
  return <ByInvitation key={invitation} token={invitation} invitations={invitations} />;
}

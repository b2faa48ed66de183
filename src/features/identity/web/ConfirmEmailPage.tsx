import { Alert, Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { send } from '../../../shared/web/api/send.ts';
import { sessionMark } from '../../../shared/web/api/session-mark.ts';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import { ErrorState } from '../../../shared/web/ui/ErrorState.tsx';
import { identityCalls } from '../identity.contract.ts';
import { hasFault } from './forms/has-fault.ts';
import { PasswordField } from './forms/PasswordField.tsx';
import { useRules } from './forms/rules.ts';
import { PlainPage } from './PlainPage.public.tsx';
import { askUserAnew, findUser } from './use-user.ts';

const route = getRouteApi('/confirm-email');

/** What became of a link: the address that it confirmed, or the one whose account's password is asked for first. */
type Followed = { confirmed: string } | { asks: string };

/** Follows the link once; the portal, in every tab where somebody is signed in, then knows of it. */
async function confirm(token: string, password?: string): Promise<{ confirmed: string }> {
  const { email } = await send(identityCalls.confirmEmail, {
    body: { token, ...(password && { password }) },
  });
  await askUserAnew();
  return { confirmed: email };
}

/** The first link to an address is followed with the account's password: somebody else may have registered it. */
async function follow(token: string): Promise<Followed> {
  try {
    return await confirm(token);
  } catch (fault) {
    if (!(fault instanceof CallError && hasFault(fault, 'password_needed'))) throw fault;
    return { asks: String(fault.problem.email ?? '') };
  }
}

function AskPassword({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('identity');
  const rules = useRules();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const form = useActionForm({
    values: { password: '' },
    words: 'identity',
    act: async ({ password }) => setConfirmed((await confirm(token, password)).confirmed),
  });
  if (confirmed !== null) return <Done sentence={t('confirm_email.done', { email: confirmed })} />;
  return (
    <ActionForm form={form}>
      <p>{t('confirm_email.asks', { email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={t('password.label')}
        rule={rules.password}
        autoComplete="current-password"
        autoFocus
      />
      <ActionButtons form={form} submit={t('confirm_email.submit')} wide />
      <p className="muted">
        {t('confirm_email.not_mine')} <Link to="/recover">{t('confirm_email.recover')}</Link>
      </p>
    </ActionForm>
  );
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
function ActiveDialog() {
  const { t } = useTranslation('identity');
  const { data: user, isPending } = useQuery({ queryKey: ['signed-in'], queryFn: findUser, retry: false });
  if (isPending) return <Skeleton height={80} radius={12} aria-busy="true" />;
  if (user?.confirmed && user.pending_email === null)
    return <Done sentence={t('confirm_email.already', { email: user.email })} />;
  return (
    <>
      <Alert role="alert" color="orange" variant="light" icon={<IconMailOff size={18} />}>
        {t('faults.link_invalid')}. {t('confirm_email.over_hint')}
      </Alert>
      <Next />
    </>
  );
}

function Outcome({ token }: { token: string }) {
  const { t } = useTranslation('identity');
  const { data, error, refetch } = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => follow(token),
    // The link holds once: nothing may follow it a second time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data && 'asks' in data) return <AskPassword token={token} email={data.asks} />;
  if (data) return <Done sentence={t('confirm_email.done', { email: data.confirmed })} />;
  if (!error) return <Skeleton height={80} radius={12} aria-busy="true" />;
  const over = error instanceof CallError && error.status >= 400 && error.status < 429;
  if (!over) return <ErrorState error={error} onRetry={() => refetch()} />;
  return <ActiveDialog />;
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

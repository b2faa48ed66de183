import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import type { User } from '../../user.model.ts';
import { PlainLinks } from '../PlainPage.public.tsx';
import { SignInForm } from '../SignInForm.tsx';
import { signOut } from '../use-user.ts';
import type { InvitationFound } from './invitations.public.ts';

interface Props {
  invitation: InvitationFound;
  /** Who is signed in in this browser, or null. */
  user: User | null;
  /** Joins the company and goes there; throws CallError. */
  join: () => Promise<void>;
  /** After the wrong person signed out here. */
  onSignedOut: () => void;
}

/** Who is signed in already joins by one press. */
function JoinButton({ invitation, join }: Pick<Props, 'invitation' | 'join'>) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const joining = useMutation({ mutationFn: join });
  return (
    <>
      {joining.error && <FormError>{words.formMessage(joining.error)}</FormError>}
      <Button fullWidth loading={joining.isPending} onClick={() => joining.mutate()}>
        {t('invitation.join', { company: invitation.company })}
      </Button>
    </>
  );
}

/** Somebody else is signed in here: an invitation is for the address that it was mailed to. */
function SomebodyElse({ invitation, user, onSignedOut }: Props & { user: User }) {
  const { t } = useTranslation('identity');
  const leave = useMutation({ mutationFn: signOut, onSettled: onSignedOut });
  return (
    <>
      <p>{t('invitation.other_account', { mine: user.email, theirs: invitation.email })}</p>
      <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('invitation.sign_out')}
      </Button>
    </>
  );
}

/** How an account that is there already joins the company that invites it. */
export function JoinPanel(props: Props) {
  const { t } = useTranslation('identity');
  const { invitation, user, join } = props;
  if (user && user.email.toLowerCase() !== invitation.email.toLowerCase())
    return <SomebodyElse {...props} user={user} />;
  if (user) return <JoinButton invitation={invitation} join={join} />;
  return (
    <>
      {invitation.registered && <p className="muted">{t('invitation.has_account')}</p>}
      <SignInForm
        email={invitation.email}
        label={t('invitation.sign_in_and_join', { company: invitation.company })}
        onSignedIn={join}
      />
      <PlainLinks>
        <Link to="/recover">{t('sign_in.forgot')}</Link>
      </PlainLinks>
    </>
  );
}

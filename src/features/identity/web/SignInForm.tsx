import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButtons, ActionForm } from '../../../shared/web/forms/ActionForm.tsx';
import { TextField } from '../../../shared/web/forms/fields/TextField.tsx';
import { useActionForm } from '../../../shared/web/forms/use-action-form.ts';
import type { User } from '../user.model.ts';
import { hasFault } from './forms/has-fault.ts';
import { PasswordField } from './forms/PasswordField.tsx';
import { useRules } from './forms/rules.ts';
import { useAccountLook } from './use-account-look.ts';
import { challengeOf, signIn } from './use-user.ts';

/** The second step alone needs it. */
const CodeForm = lazy(async () => ({ default: (await import('./CodeForm.tsx')).CodeForm }));

export interface Credentials {
  email: string;
  password: string;
}

interface Props {
  /** After the session has begun. */
  onSignedIn: (user: User) => Promise<void>;
  /** Whether a code is asked for just now. */
  onStep?: (atCode: boolean) => void;
  /** The only address that may sign in here. */
  email?: string;
  /** What the button says, where it does more than sign in. */
  label?: string;
  /** What else stands in the form below its button. */
  children?: ReactNode;
}

/** Email and password and, for whoever switched it on, the code; the first step keeps what was typed. */
export function SignInForm({ onSignedIn, onStep, email = '', label, children }: Props) {
  const { t } = useTranslation('identity');
  const [challenge, setChallenge] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const rules = useRules();
  const takeLook = useAccountLook();
  const go = (next: string | null) => {
    setChallenge(next);
    onStep?.(next !== null);
  };
  const begin = async (user: User) => {
    await takeLook(user);
    await onSignedIn(user);
  };
  const form = useActionForm<Credentials>({
    values: { email, password: '' },
    words: 'identity',
    focus: 'password',
    messageFor: (refused) => {
      const { status } = refused;
      if (hasFault(refused, 'account_disabled')) return undefined;
      if (status === 400 || status === 401) return t('sign_in.wrong');
      return status === 500 ? t('sign_in.failed') : undefined;
    },
    act: async (given) => {
      setOver(null);
      try {
        await begin(await signIn(given.email.trim(), given.password));
      } catch (fault) {
        const due = challengeOf(fault);
        if (due === null) throw fault;
        go(due);
      }
    },
  });
  if (challenge !== null)
    return (
      <Suspense>
        <CodeForm
          challenge={challenge}
          onSignedIn={begin}
          onBack={(why) => {
            setOver(why ?? null);
            go(null);
          }}
        />
      </Suspense>
    );
  // spec §5: 'Insert email address', 'Insert password'
  return (
    <ActionForm form={{ ...form, refusal: form.refusal ?? over }}>
      <TextField
        name="email"
        label={t('email')}
        rule={rules.emailGiven}
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        readOnly={email !== ''}
      />
      <PasswordField
        name="password"
        label={t('password.label')}
        rule={rules.password}
        autoComplete="current-password"
        autoFocus={email !== ''}
      />
      <ActionButtons form={form} submit={label ?? t('sign_in.submit')} wide />
      {children}
    </ActionForm>
  );
}

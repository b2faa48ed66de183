import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../shared/contract/client.ts';
import { useConfig } from '../../../shared/web/api/config.ts';
import { LanguageSwitch } from '../../../shared/web/ui/LanguageSwitch.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { usePageTitle } from '../../../shared/web/ui/use-page-title.ts';
import { DemoUsers } from './DemoUsers.tsx';
import styles from './LoginPage.module.css';
import { SignInPicture } from './SignInPicture.tsx';
import { signIn } from './use-user.ts';

interface Credentials {
  email: string;
  password: string;
}

/** One plain sentence for each way that signing in can fail. */
function useRefusal(): (fault: unknown) => string {
  const { t } = useTranslation('identity');
  return (fault) => {
    if (!(fault instanceof CallError)) return t('sign_in.failed');
    if (fault.status === 0 || fault.status === 502 || fault.status === 503) return t('sign_in.away');
    if (fault.status === 429) {
      const seconds = Number(fault.problem.retry_after);
      return seconds > 0
        ? t('sign_in.too_many_in', { minutes: Math.ceil(seconds / 60) })
        : t('sign_in.too_many');
    }
    return fault.status === 400 || fault.status === 401 ? t('sign_in.wrong') : t('sign_in.failed');
  };
}

/** A path of this portal, whatever the address said: never another site's. */
function safePath(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

function SignInForm() {
  const { t } = useTranslation('identity');
  const refusalOf = useRefusal();
  const router = useRouter();
  const { next } = useSearch({ from: '/login' });
  const config = useConfig();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setRefusal(null);
    try {
      await signIn(email.trim(), password);
    } catch (fault) {
      setRefusal(refusalOf(fault));
      form.setFocus('password');
      return;
    }
    const target = new URL(safePath(next), location.origin);
    await router.navigate({
      to: target.pathname,
      search: Object.fromEntries(target.searchParams),
      hash: target.hash.slice(1),
      replace: true,
    });
  });

  // spec §5: 'Insert email address', 'Insert password'
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {refusal && (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {refusal}
        </Alert>
      )}
      <TextInput
        label={t('sign_in.email')}
        type="email"
        autoComplete="username"
        autoFocus
        error={errors.email?.message}
        {...form.register('email', { validate: (text) => text.trim() !== '' || t('sign_in.insert_email') })}
      />
      <PasswordInput
        label={t('sign_in.password')}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { validate: (text) => text !== '' || t('sign_in.insert_password') })}
      />
      <Button type="submit" loading={isSubmitting} fullWidth mt={4}>
        {t('sign_in.submit')}
      </Button>
      {config?.demo && config.demo_users && (
        <DemoUsers
          users={config.demo_users}
          password={config.demo_password}
          onChoose={(email) => {
            form.setValue('email', email, { shouldValidate: form.formState.isSubmitted });
            form.setValue('password', config.demo_password ?? '', {
              shouldValidate: form.formState.isSubmitted,
            });
          }}
        />
      )}
    </form>
  );
}

export function LoginPage() {
  const { t } = useTranslation('identity');
  const { t: tc } = useTranslation();
  usePageTitle(t('sign_in.title'));
  return (
    <div className={styles.page}>
      <SignInPicture />
      <main className={styles.main}>
        <div className={styles.corner}>
          <LanguageSwitch />
        </div>
        <div className={styles.box}>
          <div className={styles.mark}>
            <Logo size={36} />
            <span>{tc('app_name')}</span>
          </div>
          <h1>{t('sign_in.title')}</h1>
          <p className="muted">{t('sign_in.subtitle')}</p>
          <SignInForm />
        </div>
      </main>
    </div>
  );
}

import { Alert } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DemoUsers } from './DemoUsers.tsx';
import { focusPage } from './focus-page.ts';
import { OutboxHint } from './OutboxHint.tsx';
import { PlainLinks, PlainPage } from './PlainPage.public.tsx';
import { SignInForm } from './SignInForm.tsx';
import { safeTarget } from './safe-path.model.ts';

const route = getRouteApi('/login');

function OtherWays() {
  const { t } = useTranslation('identity');
  return (
    <PlainLinks>
      <Link to="/recover">{t('sign_in.forgot')}</Link>
      <p>
        {t('sign_in.no_account')} <Link to="/register">{t('sign_in.to_register')}</Link>
      </p>
      <OutboxHint />
    </PlainLinks>
  );
}

export function LoginPage() {
  const { t } = useTranslation('identity');
  const { next, after } = route.useSearch();
  const router = useRouter();
  const [atCode, setAtCode] = useState(false);
  const goOn = async () => {
    const target = safeTarget(next, location.origin);
    await router.navigate({
      to: target.pathname,
      search: Object.fromEntries(target.searchParams),
      hash: target.hash.slice(1),
      replace: true,
    });
    focusPage();
  };
  return (
    <PlainPage
      title={t(atCode ? 'code.title' : 'sign_in.title')}
      subtitle={t(atCode ? 'code.subtitle' : 'sign_in.subtitle')}
    >
      {after && !atCode && (
        <Alert
          role="status"
          color={after === 'ended' ? 'orange' : 'teal'}
          variant="light"
          icon={after === 'ended' ? <IconInfoCircle size={18} /> : <IconCircleCheck size={18} />}
        >
          {t(`sign_in.after.${after}`)}
        </Alert>
      )}
      <SignInForm onSignedIn={goOn} onStep={setAtCode}>
        <OtherWays />
        <DemoUsers />
      </SignInForm>
    </PlainPage>
  );
}

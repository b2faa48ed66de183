import { useTranslation } from 'react-i18next';
import { Page } from '../../../../shared/web/page/Page.tsx';
import { useUser } from '../use-user.ts';
import { AlarmMailSection } from './AlarmMailSection.tsx';
import { DataSection } from './DataSection.tsx';
import { LookSection } from './LookSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** My profile: who I am, how the portal looks to me, how my account is kept safe, and what is kept of me. */
export function UserPage() {
  const { t } = useTranslation('identity');
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={t('user.title')} width={880} centred>
      <PersonSection user={user} />
      <LookSection user={user} />
      <AlarmMailSection />
      <PasswordSection user={user} />
      <SecondFactorSection user={user} />
      <SessionsSection />
      <DataSection user={user} />
    </Page>
  );
}

import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../../../shared/web/ui/use-page-title.ts';
import { useUser } from '../use-user.ts';
import { AlarmMailSection } from './AlarmMailSection.tsx';
import { DataSection } from './DataSection.tsx';
import { LookSection } from './LookSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PersonSection } from './PersonSection.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import styles from './user.module.css';

/** My profile: who I am, how the portal looks to me, how my account is kept safe, and what is kept of me. */
export function UserPage() {
  const { t } = useTranslation('identity');
  const title = t('user.title');
  usePageTitle(title);
  const user = useUser();
  if (!user) return null;
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <PersonSection user={user} />
      <LookSection user={user} />
      <AlarmMailSection />
      <PasswordSection user={user} />
      <SecondFactorSection user={user} />
      <SessionsSection />
      <DataSection user={user} />
    </div>
  );
}

import { Button } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../features/identity/user.model.ts';
import { UnconfirmedBanner } from '../../../features/identity/web/UnconfirmedBanner.tsx';
import { keepLook, signOut } from '../../../features/identity/web/use-user.ts';
import { LanguageSwitch } from '../../../shared/web/ui/LanguageSwitch.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { needsCompany } from '../navigation.ts';
import type { Lost } from './active-company.ts';
import { Framed } from './ErrorPage.tsx';
import { Footer } from './Footer.tsx';
import { LostCompany } from './LostCompany.tsx';
import portal from './Portal.module.css';
import { useShownPath } from './shown-path.ts';
import styles from './WithoutCompany.module.css';

function BareHeader({ user }: { user: User }) {
  const { t } = useTranslation();
  const keeping = useMutation({ mutationFn: keepLook });
  return (
    <header className={styles.header}>
      <span className={styles.mark}>
        <Logo />
        <span>{t('app_name')}</span>
      </span>
      <nav className={styles.actions} aria-label={t('header.label')}>
        <LanguageSwitch onChosen={(language) => keeping.mutate({ language })} />
        <Button
          variant="subtle"
          color="gray"
          className={styles.action ?? ''}
          leftSection={<IconUser size={17} stroke={1.7} />}
          renderRoot={(root) => <Link to="/user" {...root} />}
        >
          {user.name}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          className={styles.action ?? ''}
          leftSection={<IconLogout size={17} stroke={1.7} />}
          onClick={() => signOut()}
        >
          {t('profile.sign_out')}
        </Button>
      </nav>
    </header>
  );
}

interface Props {
  user: User;
  lost: Lost | null;
  onForget: () => void;
}

/** The layout of who belongs to no company: only making one and one's own profile are open. // spec §4 */
export function WithoutCompany({ user, lost, onForget }: Props) {
  const { t } = useTranslation();
  const pathname = useShownPath();
  return (
    <>
      <a className={portal.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <BareHeader user={user} />
      <div className={portal.body}>
        <div className={portal.column}>
          <main id="content" tabIndex={-1} className={portal.main}>
            <UnconfirmedBanner />
            {lost !== null && <LostCompany {...lost} now={null} onClose={onForget} />}
            <Framed>
              {needsCompany(pathname) ? <Navigate to="/companies/create" replace /> : <Outlet />}
            </Framed>
          </main>
          <Footer />
        </div>
      </div>
    </>
  );
}

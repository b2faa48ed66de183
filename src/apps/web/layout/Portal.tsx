import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { NoCompany } from '../../../features/identity/web/NoCompany.tsx';
import { useUser } from '../../../features/identity/web/use-user.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { onSessionEnd } from '../../../shared/web/api/session.ts';
import { chooseCompany } from '../../../shared/web/company/choose.ts';
import { CompanyProvider } from '../../../shared/web/company/context.tsx';
import {
  forgetCompanies,
  setTabCompany,
  storeCompany,
  storedCompany,
  tabCompany,
} from '../../../shared/web/company/storage.ts';
import { applicationOf } from '../navigation.ts';
import { Framed } from './ErrorPage.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { NotOpen } from './NotOpen.tsx';
import styles from './Portal.module.css';
import { ProfileDrawer } from './ProfileDrawer.tsx';
import { NarrowSidebar, Sidebar } from './Sidebar.tsx';

/** Leaves for the sign-in page when the session ends, here or in another tab. */
function useLeaveOnSessionEnd(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnd((how) => {
        if (how === 'elsewhere') forgetCompanies();
        const { pathname, href } = router.state.location;
        if (pathname === '/login') return;
        void navigate({ to: '/login', search: how === 'expired' ? { next: href } : {} }).then(() =>
          queryClient.clear(),
        );
      }),
    [navigate, router],
  );
}

/** The active company of this tab and how to change it. // spec §4 */
function useActiveCompany(companies: readonly Membership[]) {
  const [chosen, setChosen] = useState(tabCompany);
  const navigate = useNavigate();
  const router = useRouter();
  const company = chooseCompany(companies, { tab: chosen, stored: storedCompany() });
  useEffect(() => {
    if (!company) return;
    setTabCompany(company.id_client);
    if (!companies.some((mine) => mine.id_client === storedCompany())) storeCompany(company);
  }, [company, companies]);

  const activate = async (next: Membership) => {
    await queryClient.cancelQueries({ queryKey: ['company'] });
    setTabCompany(next.id_client);
    storeCompany(next);
    // A plant, a search or a filter of the old company means nothing in the new one.
    const application = applicationOf(router.state.location.pathname);
    const stays = application && allows(application.capability, next.roles);
    await navigate({ to: stays ? application.root : '/' });
    setChosen(next.id_client);
    queryClient.removeQueries({ queryKey: ['company'] });
  };
  return { company, activate };
}

function InCompany(props: { company: Membership; onActivate: (next: Membership) => void }) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [menuOpen, setMenuOpen] = useState(false);
  const [profileOpen, setProfileOpen] = useState(false);
  const application = applicationOf(pathname);
  const open = !application || allows(application.capability, props.company.roles);
  return (
    <CompanyProvider company={props.company}>
      <a className={styles.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <Header
        application={application}
        onMenu={() => setMenuOpen(true)}
        onProfile={() => setProfileOpen(true)}
      />
      <LiveUpdates />
      <div className={styles.body} data-sidebar={application !== null || undefined}>
        {application && open && <Sidebar application={application} />}
        <div className={styles.column}>
          <main id="content" tabIndex={-1} className={styles.main}>
            <Framed>{open ? <Outlet /> : <NotOpen />}</Framed>
          </main>
          <Footer />
        </div>
      </div>
      {application && open && (
        <NarrowSidebar application={application} opened={menuOpen} onClose={() => setMenuOpen(false)} />
      )}
      <ProfileDrawer
        opened={profileOpen}
        onClose={() => setProfileOpen(false)}
        onActivate={props.onActivate}
      />
    </CompanyProvider>
  );
}

/** The layout of everything behind the sign-in. // spec §1: layout */
export function Portal() {
  useLeaveOnSessionEnd();
  const user = useUser();
  const { company, activate } = useActiveCompany(user?.companies ?? []);
  if (!user) return null;
  if (!company) return <NoCompany />;
  // Keyed by company: nothing that one company's screen remembers survives into another's.
  return <InCompany key={company.id_client} company={company} onActivate={activate} />;
}

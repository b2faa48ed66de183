import { AppShell } from '@mantine/core';
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { UnconfirmedBanner } from '../../../features/identity/web/UnconfirmedBanner.tsx';
import { askUserAnew, useUser } from '../../../features/identity/web/use-user.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { queryClient } from '../../../shared/web/api/query-client.ts';
import { onSessionEnd } from '../../../shared/web/api/session.ts';
import { BelongingProvider, CompanyProvider, useCompany } from '../../../shared/web/company/context.tsx';
import { forgetCompanies } from '../../../shared/web/company/storage.ts';
import { forgetDrafts } from '../../../shared/web/forms/forget-drafts.ts';
import { applicationOf, capabilityOf, isFullPage, needsCompany, visibleGroups } from '../navigation.ts';
import { useAccessWatch } from './access-watch.ts';
import { type Lost, useActiveCompany } from './active-company.ts';
import { ClaimBanner } from './ClaimBanner.tsx';
import { useConfirmedElsewhere } from './confirmed-elsewhere.ts';
import { Framed } from './ErrorPage.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LeavingQuestion } from './LeavingQuestion.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { LostCompany } from './LostCompany.tsx';
import { NotOpen } from './NotOpen.tsx';
import styles from './Portal.module.css';
import { PrintedLine } from './PrintedLine.tsx';
import { ProfileDrawer } from './ProfileDrawer.tsx';
import { SecondFactorDue } from './SecondFactorDue.tsx';
import { NarrowSidebar, Sidebar, useRail } from './Sidebar.tsx';
import { useShownPath } from './shown-path.ts';
import { WithoutCompany } from './WithoutCompany.tsx';

/** Leaves for the sign-in page when the session ends, here or in another tab. */
function useLeaveOnSessionEnd(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnd((how) => {
        if (how === 'elsewhere') {
          forgetCompanies();
          forgetDrafts();
        }
        const { pathname, href } = router.state.location;
        if (pathname === '/login') return;
        const search = how === 'expired' ? { next: href, after: 'ended' as const } : {};
        // Nothing unsaved can hold a page whose session is over.
        void navigate({ to: '/login', search, ignoreBlocker: true }).then(() => queryClient.clear());
      }),
    [navigate, router],
  );
}

interface InCompanyProps {
  company: Membership;
  companies: readonly Membership[];
  lost: Lost | null;
  onForget: () => void;
  onActivate: (next: Membership) => void;
  /** On the way into a company that was just made: its dashboard is still to come. */
  entering: boolean;
}

/** What stands in the middle of the page: the screen, or why it cannot. */
function Content({ company, companies, lost, onForget, onActivate, entering }: InCompanyProps) {
  const pathname = useShownPath();
  const { roles } = useCompany();
  const capability = capabilityOf(pathname);
  if (entering) return null;
  if (company.second_factor_due && needsCompany(pathname)) {
    const others = companies.filter((other) => other !== company);
    return <SecondFactorDue company={company} others={others} onActivate={onActivate} />;
  }
  return (
    <>
      {lost !== null && <LostCompany {...lost} now={company.name} onClose={onForget} />}
      {capability === null || allows(capability, roles) ? <Outlet /> : <NotOpen />}
    </>
  );
}

const NO_ROLES: readonly string[] = [];

function InCompany(props: InCompanyProps) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const rail = useRail();
  const [menuOpen, setMenuOpen] = useState(false);
  const [profileOpen, setProfileOpen] = useState(false);
  const application = applicationOf(pathname);
  const { second_factor_due } = props.company;
  // Until the second factor is there no role acts: nothing of the company is asked for, nothing offered.
  const company = useMemo(
    () => (second_factor_due ? { ...props.company, roles: NO_ROLES } : props.company),
    [props.company, second_factor_due],
  );
  const menu =
    application && visibleGroups(application.groups, company.roles).length > 0 ? application : null;
  if (isFullPage(pathname))
    return (
      <CompanyProvider company={company}>
        {!second_factor_due && <LiveUpdates />}
        <main id="content" tabIndex={-1} className={styles.full}>
          <Framed>
            <Content {...props} />
          </Framed>
        </main>
      </CompanyProvider>
    );
  const navbar = { width: rail.rail ? 64 : 232, breakpoint: 'sm', collapsed: { mobile: true } };
  return (
    <CompanyProvider company={company}>
      <AppShell
        header={{ height: 56 }}
        {...(menu ? { navbar } : {})}
        padding={{ base: 12, sm: 16 }}
        transitionDuration={0}
      >
        <a className={styles.skip} href="#content">
          {t('skip_to_content')}
        </a>
        <Header
          application={application}
          onMenu={menu && (() => setMenuOpen(true))}
          rail={rail}
          onProfile={() => setProfileOpen(true)}
          onActivate={props.onActivate}
        />
        {!second_factor_due && <LiveUpdates />}
        {menu && <Sidebar application={menu} rail={rail.rail} />}
        <AppShell.Main id="content" tabIndex={-1} className={styles.main}>
          <PrintedLine />
          <UnconfirmedBanner />
          {props.company.claim_due && allows('company.disable', company.roles) && (
            <ClaimBanner company={props.company} onKept={askUserAnew} />
          )}
          <Framed>
            <Content {...props} />
          </Framed>
        </AppShell.Main>
        <Footer />
        {menu && <NarrowSidebar application={menu} opened={menuOpen} onClose={() => setMenuOpen(false)} />}
        <ProfileDrawer
          opened={profileOpen}
          onClose={() => setProfileOpen(false)}
          onActivate={props.onActivate}
        />
      </AppShell>
    </CompanyProvider>
  );
}

/** The layout of everything behind the sign-in. // spec §1: layout */
export function Portal() {
  useLeaveOnSessionEnd();
  useAccessWatch();
  const user = useUser();
  useConfirmedElsewhere(user);
  const { company, activate, belonging, entering, lost, forgetLost } = useActiveCompany(user);
  if (!user) return null;
  return (
    <BelongingProvider belonging={belonging}>
      <LeavingQuestion />
      {company ? (
        // Keyed by company: nothing that one company's screen remembers survives into another's.
        <InCompany
          key={company.id_client}
          company={company}
          companies={user.companies}
          lost={lost}
          onForget={forgetLost}
          onActivate={activate}
          entering={entering}
        />
      ) : (
        <WithoutCompany user={user} lost={lost} onForget={forgetLost} />
      )}
    </BelongingProvider>
  );
}

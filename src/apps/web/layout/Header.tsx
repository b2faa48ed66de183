import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowLeft,
  IconHome,
  IconLayoutDashboard,
  IconMenu2,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { keepLook, useUser } from '../../../features/identity/web/use-user.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { HeaderButton } from '../../../shared/web/ui/HeaderButton.tsx';
import { LanguageSwitch } from '../../../shared/web/ui/LanguageSwitch.tsx';
import { Logo } from '../../../shared/web/ui/Logo.tsx';
import { initialsOf, PersonAvatar } from '../../../shared/web/ui/PersonAvatar.tsx';
import { HEADER_PARTS } from '../features.ts';
import { type Application, applicationsFor, isRootOf } from '../navigation.ts';
import styles from './Header.module.css';

interface Props {
  application: Application | null;
  /** Opens the application's menu on a narrow screen; null where it has none. */
  onMenu: (() => void) | null;
  onProfile: () => void;
}

// spec §2: on an application's root an arrow back to / with the tooltip 'App'; beneath it, to the application's root
function DashboardButton({ application }: Pick<Props, 'application'>) {
  const { t } = useTranslation();
  const { roles } = useCompany();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const first = application ?? applicationsFor(roles)[0];
  if (application && isRootOf(application, pathname)) {
    return (
      <HeaderButton label={t('header.app')} renderRoot={(root) => <Link to="/" {...root} />}>
        <IconArrowLeft size={18} stroke={1.7} />
      </HeaderButton>
    );
  }
  if (!first) return null;
  return (
    <HeaderButton label={t('header.dashboard')} renderRoot={(root) => <Link to={first.root} {...root} />}>
      <IconLayoutDashboard size={18} stroke={1.7} />
    </HeaderButton>
  );
}

/** Language and theme change here at once and are kept with the account; that it was not kept is told by the profile. */
function LookButtons() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const keeping = useMutation({ mutationFn: keepLook });
  const change = () => {
    const color_scheme = dark ? 'light' : 'dark';
    setColorScheme(color_scheme);
    keeping.mutate({ color_scheme });
  };
  return (
    <>
      <LanguageSwitch onChosen={(language) => keeping.mutate({ language })} />
      <HeaderButton label={t(dark ? 'header.to_light' : 'header.to_dark')} onClick={change}>
        {dark ? <IconSun size={18} stroke={1.7} /> : <IconMoon size={18} stroke={1.7} />}
      </HeaderButton>
    </>
  );
}

/** What areas show here, for the roles that may see it; it was fetched with the frame. */
function Parts({ application }: Pick<Props, 'application'>) {
  const { roles } = useCompany();
  const shown = HEADER_PARTS.filter(
    (part) => part.application === application?.root && allows(part.capability, roles),
  );
  return (
    <Suspense fallback={null}>
      {shown.map(({ component: Part }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of the header never change their order
        <Part key={at} />
      ))}
    </Suspense>
  );
}

export function Header({ application, onMenu, onProfile }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const company = useCompany();
  return (
    <header className={styles.header}>
      {onMenu && (
        <HeaderButton label={t('header.menu')} onClick={onMenu} className={styles.burger ?? ''}>
          <IconMenu2 size={20} stroke={1.7} />
        </HeaderButton>
      )}
      <span className={styles.mark}>
        <Logo />
        <span className={styles.product}>{t('app_name')}</span>
      </span>
      <button
        type="button"
        className={styles.company}
        aria-label={t('header.company', { company: company.name })}
        aria-haspopup="dialog"
        onClick={onProfile}
      >
        {company.name}
      </button>
      <nav className={styles.actions} aria-label={t('header.label')}>
        <HeaderButton
          label={t('header.home')}
          renderRoot={(root) => <Link to={application?.home ?? '/'} {...root} />}
        >
          <IconHome size={18} stroke={1.7} />
        </HeaderButton>
        <DashboardButton application={application} />
        <Parts application={application} />
        <LookButtons />
        <HeaderButton
          label={`${initialsOf(user?.name ?? '')} – ${t('header.profile')}`}
          tooltip={user?.name ?? t('header.profile')}
          radius="xl"
          onClick={onProfile}
        >
          <PersonAvatar name={user?.name ?? ''} digest={user?.avatar ?? null} />
        </HeaderButton>
      </nav>
    </header>
  );
}

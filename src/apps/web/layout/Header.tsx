import { AppShell, Breadcrumbs, Group, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconHome,
  IconLayoutDashboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { keepLook } from '../../../features/identity/web/own-account.ts';
import { useUser } from '../../../features/identity/web/use-user.ts';
import { allows } from '../../../shared/contract/capabilities.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { Brand } from '../../../shared/web/ui/Brand.tsx';
import { HeaderButton } from '../../../shared/web/ui/HeaderButton.tsx';
import { LanguageSwitch } from '../../../shared/web/ui/LanguageSwitch.tsx';
import { initialsOf, PersonAvatar } from '../../../shared/web/ui/PersonAvatar.tsx';
import { HEADER_PARTS } from '../features.ts';
import { type Application, applicationsFor, isRootOf, placeOf } from '../navigation.ts';
import { CompanySwitch } from './CompanySwitch.tsx';
import { Palette } from './palette/Palette.tsx';
import type { useRail } from './Sidebar.tsx';
import { useTheme } from './use-theme.ts';

interface Props {
  application: Application | null;
  /** Opens the application's menu on a narrow screen; null where it has none. */
  onMenu: (() => void) | null;
  /** Whether the menu beside the screens shows icons alone. */
  rail: ReturnType<typeof useRail>;
  onProfile: () => void;
  onActivate: (company: Membership) => void;
}

// spec §2: on an application's root an arrow back to / with the tooltip 'App', except on cerresid; beneath it, to the application's root
function DashboardButton({ application }: Pick<Props, 'application'>) {
  const { t } = useTranslation();
  const { roles } = useCompany();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const first = application ?? applicationsFor(roles)[0];
  if (application?.home === '/' && isRootOf(application, pathname)) {
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

/** On a phone theme and language are changed in the profile: the header has room for the company's name instead. */
function ThemeButton() {
  const { label, icon: Icon, change } = useTheme();
  return (
    <HeaderButton visibleFrom="sm" label={label} onClick={change}>
      <Icon size={18} stroke={1.7} />
    </HeaderButton>
  );
}

function RailButton({ rail, setRail }: Props['rail']) {
  const { t } = useTranslation();
  const Icon = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <HeaderButton
      visibleFrom="sm"
      label={t(rail ? 'nav.expand' : 'nav.collapse')}
      aria-expanded={!rail}
      onClick={() => setRail(!rail)}
    >
      <Icon size={20} stroke={1.7} />
    </HeaderButton>
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

/** Where one is: the group of the menu and the entry, a link from the screens beneath it. */
function Where({ application }: { application: Application }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { roles } = useCompany();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const place = placeOf(application, roles, pathname);
  if (!place) return null;
  const { group, entry, beneath } = place;
  return (
    <Breadcrumbs component="nav" visibleFrom="md" aria-label={t('nav.where')}>
      <Text c="dimmed">{group.label[language]}</Text>
      {beneath ? (
        <Link to={entry.to} activeOptions={{ exact: true }}>
          {entry.label[language]}
        </Link>
      ) : (
        <Text>{entry.label[language]}</Text>
      )}
    </Breadcrumbs>
  );
}

export function Header({ application, onMenu, rail, onProfile, onActivate }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const keeping = useMutation({ mutationFn: keepLook });
  // On a phone the way home stands in the menu, where there is one.
  const homeFrom = onMenu ? ({ visibleFrom: 'sm' } as const) : {};
  return (
    <Group component={AppShell.Header} px={{ base: 8, sm: 16 }} gap={4} wrap="nowrap">
      {onMenu && (
        <>
          <HeaderButton label={t('header.menu')} onClick={onMenu} hiddenFrom="sm">
            <IconMenu2 size={20} stroke={1.7} />
          </HeaderButton>
          <RailButton {...rail} />
        </>
      )}
      <Group component="span" visibleFrom="sm">
        <Brand />
      </Group>
      <CompanySwitch onActivate={onActivate} />
      {application && <Where application={application} />}
      <Group component="nav" gap={4} ml="auto" wrap="nowrap" aria-label={t('header.label')}>
        <Palette onActivate={onActivate} />
        <HeaderButton
          {...homeFrom}
          label={t('header.home')}
          renderRoot={(root) => <Link to={application?.home ?? '/'} {...root} />}
        >
          <IconHome size={18} stroke={1.7} />
        </HeaderButton>
        <DashboardButton application={application} />
        <Parts application={application} />
        <LanguageSwitch visibleFrom="sm" onChosen={(language) => keeping.mutate({ language })} />
        <ThemeButton />
        <HeaderButton
          label={`${initialsOf(user?.name ?? '')} – ${t('header.profile')}`}
          tooltip={user?.name ?? t('header.profile')}
          radius="xl"
          onClick={onProfile}
        >
          <PersonAvatar name={user?.name ?? ''} digest={user?.avatar ?? null} />
        </HeaderButton>
      </Group>
    </Group>
  );
}

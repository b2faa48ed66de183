import { AppShell, Button, Group } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../features/identity/user.model.ts';
import { keepLook } from '../../../features/identity/web/own-account.ts';
import { UnconfirmedBanner } from '../../../features/identity/web/UnconfirmedBanner.tsx';
import { signOut } from '../../../features/identity/web/use-user.ts';
import { Brand } from '../../../shared/web/ui/Brand.tsx';
import { LanguageSwitch } from '../../../shared/web/ui/LanguageSwitch.tsx';
import { needsCompany } from '../navigation.ts';
import type { Lost } from './active-company.ts';
import { Framed } from './ErrorPage.tsx';
import { Footer } from './Footer.tsx';
import { LostCompany } from './LostCompany.tsx';
import portal from './Portal.module.css';
import { useShownPath } from './shown-path.ts';

function BareHeader({ user }: { user: User }) {
  const { t } = useTranslation();
  const keeping = useMutation({ mutationFn: keepLook });
  return (
    <Group component={AppShell.Header} justify="space-between" wrap="nowrap" px={{ base: 8, sm: 16 }}>
      <Brand short />
      <Group component="nav" gap={4} wrap="nowrap" miw={0} aria-label={t('header.label')}>
        <LanguageSwitch onChosen={(language) => keeping.mutate({ language })} />
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          maw="44vw"
          leftSection={<IconUser size={17} stroke={1.7} />}
          renderRoot={(root) => <Link to="/user" {...root} />}
        >
          {user.name}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          maw="44vw"
          leftSection={<IconLogout size={17} stroke={1.7} />}
          onClick={() => signOut()}
        >
          {t('profile.sign_out')}
        </Button>
      </Group>
    </Group>
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
    <AppShell header={{ height: 56 }} padding={{ base: 12, sm: 16 }} transitionDuration={0}>
      <a className={portal.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <BareHeader user={user} />
      <AppShell.Main id="content" tabIndex={-1} className={portal.main}>
        <UnconfirmedBanner />
        {lost !== null && <LostCompany {...lost} now={null} onClose={onForget} />}
        <Framed>{needsCompany(pathname) ? <Navigate to="/companies/create" replace /> : <Outlet />}</Framed>
      </AppShell.Main>
      <Footer />
    </AppShell>
  );
}

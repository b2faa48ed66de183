import { Badge, Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { IconBuilding, IconLanguage, IconLogout, IconPlus, IconUserCog } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { keepLook } from '../../../features/identity/web/own-account.ts';
import { signOut, useUser } from '../../../features/identity/web/use-user.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';
import { mayLeave } from '../../../shared/web/forms/use-unsaved.ts';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { useSwitchLanguage } from '../../../shared/web/i18n/use-switch-language.ts';
import { Fact, Facts } from '../../../shared/web/page/Facts.tsx';
import { PersonAvatar } from '../../../shared/web/ui/PersonAvatar.tsx';
import { SideDrawer } from '../../../shared/web/ui/SideDrawer.tsx';
import { useTheme } from './use-theme.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
  onActivate: (company: Membership) => void;
}

// spec §4: the selected company is shown with class primary and marked Active
function Companies({ onActivate }: Pick<Props, 'onActivate'>) {
  const { t } = useTranslation();
  const user = useUser();
  const { id_client } = useCompany();
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
      {user?.companies.map((company) => {
        const active = company.id_client === id_client;
        return (
          <li key={company.id_client}>
            <NavLink
              component="button"
              type="button"
              active={active}
              {...(active ? { className: 'primary', 'aria-current': true } : {})}
              leftSection={<IconBuilding size={16} stroke={1.7} aria-hidden="true" />}
              rightSection={active && <Badge size="sm">{t('profile.active')}</Badge>}
              label={company.name}
              title={company.name}
              onClick={() => !active && onActivate(company)}
            />
          </li>
        );
      })}
    </Stack>
  );
}

/** Signs out, after asking where something unsaved would be lost. */
async function leave(): Promise<void> {
  if (await mayLeave()) await signOut();
}

/** To the other language, in its own words, where the header has no room for it. */
function LanguageButton() {
  const { t } = useTranslation();
  const language = useLanguage();
  const switchLanguage = useSwitchLanguage();
  const keeping = useMutation({ mutationFn: keepLook });
  const other = language === 'it' ? 'en' : 'it';
  return (
    <Button
      variant="default"
      hiddenFrom="sm"
      lang={other}
      leftSection={<IconLanguage size={16} aria-hidden="true" />}
      onClick={async () => {
        await switchLanguage(other);
        keeping.mutate({ language: other });
      }}
    >
      {t(other === 'it' ? 'header.italian' : 'header.english')}
    </Button>
  );
}

/** Where the header has no room for it. */
function ThemeButton() {
  const { label, icon: Icon, change } = useTheme();
  return (
    <Button variant="default" hiddenFrom="sm" leftSection={<Icon size={16} />} onClick={change}>
      {label}
    </Button>
  );
}

// spec §1: right profile drawer
export function ProfileDrawer({ opened, onClose, onActivate }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const company = useCompany();
  return (
    <SideDrawer title={t('profile.title')} side="right" width={340} opened={opened} onClose={onClose}>
      <Stack gap={20}>
        <Group gap={12} wrap="nowrap">
          <PersonAvatar name={user?.name ?? ''} digest={user?.avatar ?? null} size={48} />
          <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text size="lg" fw={640} lineClamp={2} title={user?.name ?? ''}>
              {user?.name}
            </Text>
            <Text c="dimmed">{user?.email}</Text>
          </Stack>
        </Group>
        <Button
          variant="default"
          leftSection={<IconUserCog size={16} />}
          onClick={onClose}
          renderRoot={(root) => <Link to="/user" {...root} />}
        >
          {t('profile.mine')}
        </Button>
        <ThemeButton />
        <LanguageButton />
        <Facts strong>
          <Fact label={t('profile.company')}>{company.name}</Fact>
        </Facts>
        <section>
          <Text component="h2" size="xs" fw={600} c="dimmed" mb={8}>
            {t('profile.companies')}
          </Text>
          <Companies onActivate={onActivate} />
          <Button
            variant="subtle"
            fullWidth
            mt={8}
            leftSection={<IconPlus size={16} />}
            onClick={onClose}
            renderRoot={(root) => <Link to="/companies/create" {...root} />}
          >
            {t('profile.create_company')}
          </Button>
        </section>
        <Button variant="default" leftSection={<IconLogout size={16} />} onClick={leave}>
          {t('profile.sign_out')}
        </Button>
      </Stack>
    </SideDrawer>
  );
}

import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { useUser } from '../../../features/identity/web/use-user.ts';
import { useCompany } from '../../../shared/web/company/context.tsx';

/** The company that one works in, always in sight, and the way into another one. */
export function CompanySwitch({ onActivate }: { onActivate: (company: Membership) => void }) {
  const { t } = useTranslation();
  const { name, id_client } = useCompany();
  const companies = useUser()?.companies ?? [];
  return (
    <Menu position="bottom-start" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--text)"
          px={8}
          miw={0}
          maw={280}
          rightSection={<IconSelector size={16} stroke={1.7} aria-hidden="true" />}
          aria-label={t('header.company', { company: name })}
        >
          <Text component="span" fw={600} truncate>
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        {companies.map((company) => {
          const active = company.id_client === id_client;
          return (
            <Menu.Item
              key={company.id_client}
              aria-current={active || undefined}
              rightSection={active && <IconCheck size={15} aria-hidden="true" />}
              onClick={() => !active && onActivate(company)}
            >
              {company.name}
            </Menu.Item>
          );
        })}
        <Menu.Item
          leftSection={<IconPlus size={15} aria-hidden="true" />}
          renderRoot={(root) => <Link to="/companies/create" {...root} />}
        >
          {t('profile.create_company')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

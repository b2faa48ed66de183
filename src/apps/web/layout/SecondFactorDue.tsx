import { Button, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Membership } from '../../../features/identity/user.model.ts';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';

interface Props {
  company: Membership;
  others: readonly Membership[];
  onActivate: (company: Membership) => void;
}

/** Stands where a company would that asks for a second factor which its member has not switched on yet. */
export function SecondFactorDue({ company, others, onActivate }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <EmptyState
        page
        icon={IconShieldLock}
        title={t('factor_due.title', { company: company.name })}
        hint={t('factor_due.hint')}
        action={
          <Button mt={12} renderRoot={(root) => <Link to="/user" hash="second-factor" {...root} />}>
            {t('factor_due.switch_on')}
          </Button>
        }
      />
      {others.length > 0 && (
        <section aria-labelledby="other-companies">
          <Text component="h2" id="other-companies" ta="center" c="dimmed" fw={400} mb={10}>
            {t('factor_due.others')}
          </Text>
          <Group justify="center" gap={8}>
            {others.map((other) => (
              <Button key={other.id_client} variant="default" onClick={() => onActivate(other)}>
                {other.name}
              </Button>
            ))}
          </Group>
        </section>
      )}
    </>
  );
}

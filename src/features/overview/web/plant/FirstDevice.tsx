import { Button, Group } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';

const WAYS = [
  { key: 'find', to: '/apps/cloudcontrol/find' },
  { key: 'template', to: '/apps/cloudcontrol/templates' },
  { key: 'by_hand', to: '/apps/cloudcontrol' },
] as const;

/** A plant without devices: the ways to its first one, for whoever may take them. */
export function FirstDevice() {
  const { t } = useTranslation('plant');
  const configures = useCan('cloudcontrol');
  return (
    <EmptyState
      icon={IconCpu}
      title={t('devices.none')}
      hint={t(configures ? 'devices.first_hint' : 'devices.first_whom')}
      action={
        configures && (
          <Group justify="center" gap={8}>
            {WAYS.map(({ key, to }, i) => (
              <Button
                key={key}
                variant={i === 0 ? 'filled' : 'default'}
                renderRoot={(root) => <Link to={to} {...root} />}
              >
                {t(`devices.first.${key}`)}
              </Button>
            ))}
          </Group>
        )
      }
    />
  );
}

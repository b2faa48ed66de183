import { Button } from '@mantine/core';
import { IconCpu } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';

/** A plant without devices: the way to its first one, for whoever may take it. */
export function FirstDevice({ plant }: { plant: string }) {
  const { t } = useTranslation('plant');
  const configures = useCan('cloudcontrol');
  return (
    <EmptyState
      icon={IconCpu}
      title={t('devices.none')}
      hint={t(configures ? 'devices.first_hint' : 'devices.first_whom')}
      action={
        configures && (
          <Button renderRoot={(root) => <Link to="/apps/cloudcontrol/add" search={{ plant }} {...root} />}>
            {t('devices.first')}
          </Button>
        )
      }
    />
  );
}

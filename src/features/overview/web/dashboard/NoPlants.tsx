import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import styles from './NoPlants.module.css';

/** What can be done first in a company without plants; whoever can do nothing about it is told whom it depends on. */
export function NoPlants() {
  const { t } = useTranslation('overview');
  const writes = useCan('plants.write');
  const manages = useCan('company.manage');
  const administers = useCan('company.administer');
  return (
    <EmptyState
      icon={IconSolarPanel}
      title={t('dashboard.none')}
      hint={t(writes ? 'dashboard.first_step' : 'dashboard.none_hint')}
      action={
        <div className={styles.steps}>
          {administers && (
            <Button variant="default" renderRoot={(root) => <Link to="/apps/asset/api-keys" {...root} />}>
              {t('dashboard.make_key')}
            </Button>
          )}
          {manages && (
            <Button variant="default" renderRoot={(root) => <Link to="/apps/asset/users" {...root} />}>
              {t('dashboard.invite')}
            </Button>
          )}
        </div>
      }
    />
  );
}

import { Button } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import styles from './NoPlants.module.css';

/** What adds a plant until the portal can, with the company's own number in it. */
const commandOf = (id_client: number) => `npm run admin -- plant --company ${id_client} --code PLANT-1`;

/** Inviting others is open only to a confirmed address. */
function Colleagues() {
  const { t } = useTranslation('overview');
  const { confirmed } = useBelonging();
  if (confirmed)
    return (
      <Button variant="default" renderRoot={(root) => <Link to="/apps/asset/users" {...root} />}>
        {t('dashboard.invite')}
      </Button>
    );
  return (
    <p>
      {t('dashboard.confirm_first')} <Link to="/user">{t('dashboard.to_profile')}</Link>
    </p>
  );
}

/** What can be done first in a company without plants; whoever can do nothing about it is told whom it depends on. */
export function NoPlants() {
  const { t } = useTranslation('overview');
  const { id_client } = useCompany();
  const writes = useCan('plants.write');
  const manages = useCan('company.manage');
  return (
    <EmptyState
      icon={IconSolarPanel}
      title={t('dashboard.none')}
      hint={t(writes ? 'dashboard.first_step' : 'dashboard.none_hint')}
      action={
        <div className={styles.steps}>
          {manages && <Colleagues />}
          {writes && (
            <p className={styles.technician}>
              {t('dashboard.technician')} <code>{commandOf(id_client)}</code>
            </p>
          )}
        </div>
      }
    />
  );
}

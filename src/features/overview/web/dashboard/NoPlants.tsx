import { Button } from '@mantine/core';
import { IconPlus, IconSolarPanel } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { NewPlantDialog } from '../../../plants/web/new-plant.public.ts';
import styles from './NoPlants.module.css';

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

/** Makes the first plant, and goes on to where its devices are added. */
function FirstPlant() {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const configures = useCan('cloudcontrol');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t('dashboard.new_plant')}
      </Button>
      {open && (
        <Suspense>
          <NewPlantDialog
            onClose={() => setOpen(false)}
            onMade={() => {
              setOpen(false);
              if (configures) void navigate({ to: '/apps/cloudcontrol' });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What can be done first in a company without plants; whoever can do nothing about it is told whom it depends on. */
export function NoPlants() {
  const { t } = useTranslation('overview');
  const writes = useCan('plants.write');
  const manages = useCan('company.manage');
  return (
    <EmptyState
      icon={IconSolarPanel}
      title={t('dashboard.none')}
      hint={t(writes ? 'dashboard.first_step' : 'dashboard.none_hint')}
      action={
        <div className={styles.steps}>
          {writes && <FirstPlant />}
          {manages && <Colleagues />}
        </div>
      }
    />
  );
}

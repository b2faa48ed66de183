import { Button, Group, Text } from '@mantine/core';
import { IconArchive, IconPlus, IconSolarPanel } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useBelonging, useCan } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { ArchiveDialog, NewPlantDialog } from '../../../plants/web/new-plant.public.ts';
import { noPlantsHint } from './no-plants.model.ts';

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
    <Text w="100%">
      {t('dashboard.confirm_first')} <Link to="/user">{t('dashboard.to_profile')}</Link>
    </Text>
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
            onMade={({ name }) => {
              setOpen(false);
              toast.done(t('dashboard.made', { name }));
              if (configures) void navigate({ to: '/apps/cloudcontrol' });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The way to the archived plants. */
function ToArchive() {
  const { t } = useTranslation('overview');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconArchive size={16} />} onClick={() => setOpen(true)}>
        {t('dashboard.open_archive')}
      </Button>
      {open && (
        <Suspense>
          <ArchiveDialog onClose={() => setOpen(false)} />
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
  const archive = useCall(plantsCalls.listArchived, writes ? {} : null);
  const hint = noPlantsHint(writes, archive.data?.length);
  return (
    <EmptyState
      icon={IconSolarPanel}
      title={t('dashboard.none')}
      hint={t(`dashboard.${hint}`)}
      action={
        <Group justify="center" gap={12}>
          {hint === 'all_archived' && <ToArchive />}
          {writes && <FirstPlant />}
          {manages && <Colleagues />}
        </Group>
      }
    />
  );
}

import { Button, Skeleton } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallError } from '../../../../shared/contract/client.ts';
import { useCan, useCompany } from '../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ArchiveDialog, archiveQuery } from '../../../plants/web/new-plant.public.ts';
import { PlantElsewhere } from './PlantElsewhere.tsx';

/** Says that a plant is archived; once it is restored there, the page that stands around shows it. */
function ArchivedPlant({ name }: { name: string }) {
  const { t } = useTranslation('plant');
  const [open, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        page
        icon={IconArchive}
        title={t('archived.title', { name })}
        hint={t('archived.hint')}
        action={<Button onClick={() => setOpen(true)}>{t('archived.open')}</Button>}
      />
      {open && (
        <Suspense>
          <ArchiveDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A plant that the company does not show: archived, as far as the reader may see the archive, or of another company. */
export function MissingPlant({ proj_code, missing }: { proj_code: string; missing: CallError }) {
  const writes = useCan('plants.write');
  const { data, isLoading } = useQuery({ ...archiveQuery(useCompany().id_client), enabled: writes });
  if (isLoading) return <Skeleton height={220} radius={12} />;
  const archived = data?.find((one) => one.proj_code === proj_code);
  if (archived) return <ArchivedPlant name={archived.name} />;
  return <PlantElsewhere proj_code={proj_code} missing={missing} />;
}

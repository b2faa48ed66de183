import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { ArchiveDialog } from './new-plant.public.ts';

/** What stands in the place of an archived plant's page (`plants.write`): says that it is archived; once it is restored there, the page that stands around shows it. */
export function ArchivedPlant({ name, page = false }: { name: string; page?: boolean }) {
  const { t } = useTranslation('plants');
  const [open, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        page={page}
        icon={IconArchive}
        title={t('archived.title', { name })}
        hint={t('archived.hint')}
        action={<Button onClick={() => setOpen(true)}>{t('archived.open')}</Button>}
      />
      <Suspense>{open && <ArchiveDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

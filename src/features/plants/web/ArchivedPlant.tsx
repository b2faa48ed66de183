import { Button } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { ArchiveDialog } from './ArchiveDialog.tsx';

/** Says that a plant is archived; once it is restored there, the page that stands around shows it. */
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
      {open && <ArchiveDialog onClose={() => setOpen(false)} />}
    </>
  );
}

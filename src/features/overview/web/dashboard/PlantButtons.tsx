import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArchive, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { ArchiveDialog, NewPlant } from '../../../plants/web/new-plant.public.ts';

/** A new plant, and those of the archive, for whoever may write plants. */
export function PlantButtons({ some }: { some: boolean }) {
  const { t } = useTranslation('overview');
  const writes = useCan('plants.write');
  const [open, setOpen] = useState<'new' | 'archive' | null>(null);
  const close = () => setOpen(null);
  if (!writes) return null;
  return (
    <>
      <Tooltip label={t('dashboard.archive')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('dashboard.archive')}
          onClick={() => setOpen('archive')}
        >
          <IconArchive size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {some && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          {t('dashboard.new_plant')}
        </Button>
      )}
      <Suspense>
        {open === 'archive' && <ArchiveDialog onClose={close} />}
        {open === 'new' && <NewPlant onClose={close} />}
      </Suspense>
    </>
  );
}

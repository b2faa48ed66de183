import { Button } from '@mantine/core';
import { IconPlus, IconSolarPanel } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../../shared/web/company/context.tsx';
import { EmptyState } from '../../../../../shared/web/ui/EmptyState.tsx';
import { NewPlantDialog } from '../../../../plants/web/new-plant.public.ts';

/** The first step of an empty company. What follows once the plant is there stands in this place by itself. */
export function FirstPlant() {
  const { t } = useTranslation('field');
  const writes = useCan('plants.write');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <EmptyState
        icon={IconSolarPanel}
        title={t('first.no_plant')}
        hint={t(writes ? 'first.no_plant_hint' : 'first.no_plant_whom')}
        action={
          writes && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
              {t('first.new_plant')}
            </Button>
          )
        }
      />
      {open && (
        <Suspense>
          <NewPlantDialog onMade={close} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

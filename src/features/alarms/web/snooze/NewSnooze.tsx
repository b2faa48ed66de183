import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';

/** Snoozes plants from the list of snoozes: planned work, unless something else is chosen. */
export function NewSnooze({ plant }: { plant: string | undefined }) {
  const { t } = useTranslation('snooze');
  const [open, setOpen] = useState(false);
  const { data = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const among = data.map(({ proj_code, name, time_zone }) => ({ proj_code, plant_name: name, time_zone }));
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('new')}
      </Button>
      {open && (
        <SnoozeDialog
          plants={among.filter(({ proj_code }) => proj_code === plant)}
          among={among}
          kind="planned_work"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

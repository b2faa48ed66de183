import { Button, MultiSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { plantsCalls } from '../../../plants/plants.contract.ts';
import { SnoozeDialog } from './SnoozeDialog.tsx';

/** A list of 1,000 plants is found by typing, not by scrolling. */
const SHOWN_AT_ONCE = 60;

interface ChooserProps {
  chosen: readonly string[];
  lacks: boolean;
  onChoose: (codes: string[]) => void;
}

function PlantsField({ chosen, lacks, onChoose }: ChooserProps) {
  const { t } = useTranslation('snooze');
  const { t: ta } = useTranslation('alarms');
  const { data = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  return (
    <MultiSelect
      label={t('plants')}
      placeholder={chosen.length === 0 ? t('plants_hint') : ''}
      searchable
      limit={SHOWN_AT_ONCE}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={ta('filter.no_plant')}
      data={data.map(({ proj_code, name }) => ({ value: proj_code, label: `${name} · ${proj_code}` }))}
      value={[...chosen]}
      error={lacks ? t('plants_fault') : null}
      onChange={onChoose}
    />
  );
}

/** Snoozes plants from the list of snoozes: planned work, unless something else is chosen. */
export function NewSnooze({ plant }: { plant: string | undefined }) {
  const { t } = useTranslation('snooze');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const { data = [] } = useCall(plantsCalls.list, {}, { staleTime: 60_000 });
  const plants = data.flatMap(({ proj_code, name, time_zone }) =>
    chosen.includes(proj_code) ? [{ proj_code, plant_name: name, time_zone }] : [],
  );
  const start = () => {
    setChosen(plant === undefined ? [] : [plant]);
    setOpen(true);
  };
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={start}>
        {t('new')}
      </Button>
      {open && (
        <SnoozeDialog
          plants={plants}
          kind="planned_work"
          chooser={(lacks) => <PlantsField chosen={chosen} lacks={lacks} onChoose={setChosen} />}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

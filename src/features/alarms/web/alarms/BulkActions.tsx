import { Button, Select } from '@mantine/core';
import { IconBellOff, IconCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarm } from '../../alarms.contract.ts';
import { useBulkWork } from '../detail/use-alarm-work.ts';
import { SnoozeDialog, type SnoozePlant } from '../snooze/snooze.public.ts';
import { usePersonChoices } from '../use-person-choices.ts';

interface Props {
  /** What is chosen. */
  alarms: readonly Alarm[];
  /** Chooses only these; none clears the selection. */
  onKeep: (ids: ReadonlySet<number>) => void;
}

const NOBODY = 'nobody';

/** Each plant of some alarms once. */
function plantsIn(alarms: readonly Alarm[]): SnoozePlant[] {
  return [...new Map(alarms.map((alarm) => [alarm.proj_code, alarm])).values()];
}

/** What can be done with all chosen alarms at once. */
export function BulkActions({ alarms, onKeep }: Props) {
  const { t } = useTranslation('alarms');
  const people = usePersonChoices();
  // What was left is what the person has to look at: it stays chosen.
  const { mutate, isPending } = useBulkWork((left) => onKeep(new Set(left)));
  const [snoozing, setSnoozing] = useState(false);
  const work = (change: Parameters<typeof mutate>[0]['change']) => mutate({ alarms, change });
  const seen = alarms.every(({ acknowledged_at }) => acknowledged_at !== null);
  const plants = plantsIn(alarms);
  return (
    <>
      <Button
        loading={isPending}
        disabled={seen}
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        onClick={() => work({ acknowledged: true })}
      >
        {t('bulk.acknowledge')}
      </Button>
      <Select
        w={{ base: 'auto', sm: 150 }}
        flex={{ base: '1 1 120px', sm: 'none' }}
        aria-label={t('bulk.assign')}
        placeholder={t('bulk.assign')}
        searchable
        disabled={isPending}
        comboboxProps={{ withinPortal: false, position: 'top', width: 240 }}
        nothingFoundMessage={t('filter.no_person')}
        data={[...people, { value: NOBODY, label: t('row.give_back') }]}
        value={null}
        onChange={(next) => next !== null && work({ assigned_to: next === NOBODY ? null : Number(next) })}
      />
      <Button
        variant="default"
        disabled={isPending}
        leftSection={<IconBellOff size={16} aria-hidden="true" />}
        onClick={() => setSnoozing(true)}
      >
        {t('bulk.snooze', { count: plants.length })}
      </Button>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={plants} onClose={() => setSnoozing(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Button, CloseButton, Select } from '@mantine/core';
import { IconBellOff, IconCheck } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Alarm } from '../../alarms.contract.ts';
import { usePersonChoices } from '../alarms.api.ts';
import { useBulkWork } from '../detail/use-alarm-work.ts';
import { SnoozeDialog, type SnoozePlant } from '../snooze/snooze.public.ts';
import classes from './bulk.module.css';

interface Props {
  /** What is chosen. */
  alarms: readonly Alarm[];
  /** Chooses nothing any more. */
  onClear: () => void;
  /** Chooses only these. */
  onKeep: (ids: ReadonlySet<number>) => void;
}

const NOBODY = 'nobody';

/** Each plant of some alarms once. */
function plantsIn(alarms: readonly Alarm[]): SnoozePlant[] {
  return [...new Map(alarms.map((alarm) => [alarm.proj_code, alarm])).values()];
}

/** How much is chosen, as it is heard; the keyboard comes back to it when the bar has gone. */
export function BulkBar({ alarms, onClear, onKeep }: Props) {
  const { t } = useTranslation('alarms');
  const heard = useRef<HTMLParagraphElement>(null);
  const clear = () => {
    onClear();
    heard.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <p ref={heard} role="status" tabIndex={-1} className="visually-hidden">
        {alarms.length > 0 && t('bulk.chosen', { count: alarms.length })}
      </p>
      {alarms.length > 0 && <Bar alarms={alarms} onClear={clear} onKeep={onKeep} />}
    </>
  );
}

/** What can be done with all chosen alarms at once; it stands at the foot of the window while any is chosen. */
function Bar({ alarms, onClear, onKeep }: Props) {
  const { t } = useTranslation('alarms');
  const people = usePersonChoices();
  // What was left is what the person has to look at: it stays chosen.
  const { mutate, isPending } = useBulkWork((left) => (left.length > 0 ? onKeep(new Set(left)) : onClear()));
  const [snoozing, setSnoozing] = useState(false);
  const work = (change: Parameters<typeof mutate>[0]['change']) => mutate({ alarms, change });
  const seen = alarms.every(({ acknowledged_at }) => acknowledged_at !== null);
  const plants = plantsIn(alarms);
  return (
    <section className={classes.bar} aria-label={t('bulk.title')}>
      <p className={classes.count}>{t('bulk.chosen', { count: alarms.length })}</p>
      <Button
        loading={isPending}
        disabled={seen}
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        onClick={() => work({ acknowledged: true })}
      >
        {t('bulk.acknowledge')}
      </Button>
      <Select
        className={classes.assign ?? ''}
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
      <CloseButton aria-label={t('bulk.clear')} onClick={onClear} />
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={plants} onClose={() => setSnoozing(false)} />
        </Suspense>
      )}
    </section>
  );
}

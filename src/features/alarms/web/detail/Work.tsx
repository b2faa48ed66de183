import { Button, Group, Select } from '@mantine/core';
import { IconBellOff, IconCheck, IconMessage, IconRotate, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelonging } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import type { Alarm } from '../../alarms.contract.ts';
import { Person } from '../Person.tsx';
import { SnoozeDialog } from '../snooze/snooze.public.ts';
import { usePersonChoices } from '../use-person-choices.ts';
import { goToComment } from './CommentForm.tsx';
import { useAlarmWork, type WorkChange } from './use-alarm-work.ts';

/** Who has it, to be chosen among all colleagues; nobody is a choice too. */
function Assigned({ alarm, onChange }: { alarm: Alarm; onChange: (change: WorkChange) => void }) {
  const { t } = useTranslation('detail');
  const { t: ta } = useTranslation('alarms');
  const people = usePersonChoices();
  const { assigned_to } = alarm;
  const former = assigned_to !== null && !people.some(({ value }) => value === String(assigned_to.id));
  return (
    <Select
      flex="1 1 100%"
      label={t('work.assigned')}
      placeholder={t('work.nobody')}
      searchable
      clearable
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{ 'aria-label': t('work.to_nobody') }}
      nothingFoundMessage={ta('filter.no_person')}
      data={former ? [...people, { value: String(assigned_to.id), label: assigned_to.name }] : people}
      value={assigned_to === null ? null : String(assigned_to.id)}
      onChange={(next) => onChange({ assigned_to: next === null ? null : Number(next) })}
    />
  );
}

/** Who has seen it, and when. */
function Seen({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  const { dateTimeAt } = useFormat();
  const { acknowledged_at, acknowledged_by, time_zone, end_date } = alarm;
  if (acknowledged_at === null)
    return (
      <p className="muted">{t(end_date === null ? 'work.not_acknowledged' : 'work.never_acknowledged')}</p>
    );
  return (
    <Group gap="2px 6px">
      <IconCheck size={15} aria-hidden="true" />
      {t('work.acknowledged')}
      {acknowledged_by !== null && <Person person={acknowledged_by} />}
      <span className="muted num">{dateTimeAt(acknowledged_at, time_zone)}</span>
    </Group>
  );
}

function Buttons({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  const { t: ts } = useTranslation('snooze');
  const { user_id } = useBelonging();
  const { mutate, isPending } = useAlarmWork();
  const [snoozing, setSnoozing] = useState(false);
  const change = (what: WorkChange) => mutate({ alarm, change: what });
  const seen = alarm.acknowledged_at !== null;
  return (
    <Group gap={8}>
      {alarm.end_date === null && (
        <Button
          variant={seen ? 'default' : 'filled'}
          loading={isPending}
          leftSection={seen ? <IconRotate size={16} /> : <IconCheck size={16} />}
          onClick={() => change({ acknowledged: !seen })}
        >
          {t(seen ? 'work.unacknowledge' : 'work.acknowledge')}
        </Button>
      )}
      {alarm.assigned_to?.id !== user_id && (
        <Button
          variant="default"
          disabled={isPending}
          leftSection={<IconUserPlus size={16} />}
          onClick={() => change({ assigned_to: user_id })}
        >
          {t('work.take')}
        </Button>
      )}
      {alarm.end_date === null && (
        <Button variant="default" leftSection={<IconBellOff size={16} />} onClick={() => setSnoozing(true)}>
          {ts('open')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconMessage size={16} />} onClick={goToComment}>
        {t('comment.write')}
      </Button>
      {snoozing && (
        <Suspense fallback={null}>
          <SnoozeDialog plants={[alarm]} onClose={() => setSnoozing(false)} />
        </Suspense>
      )}
      <Assigned alarm={alarm} onChange={change} />
    </Group>
  );
}

/** Whose the alarm is and who has seen it, with what can be done about that. */
export function Work({ alarm, mayWrite }: { alarm: Alarm; mayWrite: boolean }) {
  const { t } = useTranslation('detail');
  return (
    <Panel pad="sm" label={t('work.title')}>
      <Seen alarm={alarm} />
      {!mayWrite && alarm.assigned_to !== null && (
        <Group gap="2px 6px">
          {t('work.assigned')}: <Person person={alarm.assigned_to} />
        </Group>
      )}
      {mayWrite && <Buttons alarm={alarm} />}
    </Panel>
  );
}

import { Button, Group } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCircleCheck,
  IconCornerDownRight,
  IconMessage,
  IconRepeat,
  IconUserMinus,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { Panel } from '../../../../shared/web/page/Panel.tsx';
import type { Alarm, AlarmEvent } from '../../alarms.contract.ts';
import type { AlarmEventKind } from '../../alarms.model.ts';
import { NoteText } from '../NoteText.tsx';
import { Person } from '../Person.tsx';
import classes from './detail.module.css';
import { useEventLabels } from './event-labels.ts';
import { stretchesOf } from './history.model.ts';

const ICONS: Readonly<Record<AlarmEventKind, TablerIcon>> = {
  opened: IconAlertTriangle,
  repeated: IconRepeat,
  closed: IconCircleCheck,
  followed: IconCornerDownRight,
  stood_alone: IconArrowBackUp,
  acknowledged: IconCheck,
  unacknowledged: IconArrowBackUp,
  assigned: IconUserPlus,
  unassigned: IconUserMinus,
  commented: IconMessage,
};

function Entry({ alarm, event }: { alarm: Alarm; event: AlarmEvent }) {
  const { dateTimeAt } = useFormat();
  const labels = useEventLabels();
  const { kind, actor, note, at } = event;
  const Icon = kind === 'opened' && alarm.type === 'E' ? IconAlertOctagon : ICONS[kind];
  const state = kind === 'closed' ? 'success' : alarm.type === 'E' ? 'alarm' : 'warning';
  const ofProgram = kind === 'opened' || kind === 'closed' || kind === 'repeated';
  return (
    <li>
      <span className={classes.dot} data-state={ofProgram ? state : undefined}>
        <Icon size={15} stroke={1.8} aria-hidden="true" />
      </span>
      <div>
        <Group gap="0 8px" mih={28}>
          {actor !== null && <Person person={actor} />}
          <span>{labels(event)}</span>
          <time dateTime={at} className="muted num">
            {dateTimeAt(at, alarm.time_zone)}
          </time>
        </Group>
        {note !== '' && <NoteText>{note}</NoteText>}
      </div>
    </li>
  );
}

/** How often the fault came and went in between; each time is there to be looked at. */
function Flapping({ alarm, flapped }: { alarm: Alarm; flapped: readonly AlarmEvent[] }) {
  const { t } = useTranslation('detail');
  const { dateTimeAt } = useFormat();
  const [open, setOpen] = useState(false);
  const { time_zone } = alarm;
  const times = flapped.filter(({ kind }) => kind === 'repeated').length;
  const [first, last] = [flapped[0], flapped.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <li>
        <span className={classes.dot}>
          <IconRepeat size={15} stroke={1.8} aria-hidden="true" />
        </span>
        <Group gap="0 8px" mih={28}>
          <span>{t('history.flapped', { count: times })}</span>
          <span className="muted num">
            {dateTimeAt(first.at, time_zone)} – {dateTimeAt(last.at, time_zone)}
          </span>
          <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'history.fold' : 'history.unfold')}
          </Button>
        </Group>
      </li>
      {open && flapped.map((event) => <Entry key={event.id} alarm={alarm} event={event} />)}
    </>
  );
}

/** What happened to the alarm and what people did about it, oldest first. */
export function History({ alarm, history }: { alarm: Alarm; history: readonly AlarmEvent[] }) {
  const { t } = useTranslation('detail');
  return (
    <Panel pad="sm" label={t('history.title')}>
      <h3>{t('history.title')}</h3>
      {history.length === 0 && <p className="muted">{t('history.none')}</p>}
      <ol className={classes.history}>
        {stretchesOf(history).map((one) =>
          'event' in one ? (
            <Entry key={one.event.id} alarm={alarm} event={one.event} />
          ) : (
            <Flapping key={`from ${one.flapped[0]?.id}`} alarm={alarm} flapped={one.flapped} />
          ),
        )}
      </ol>
    </Panel>
  );
}

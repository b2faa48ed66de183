import { Badge, Group, Text } from '@mantine/core';
import { IconBellOff, IconCheck, IconRepeat, IconSitemap } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../../shared/web/charts/duration-words.ts';
import { UNKNOWN } from '../../../../shared/web/format/numbers.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useRowNews } from '../../../../shared/web/list/live-rows.tsx';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { AlarmLink } from '../AlarmLink.tsx';
import { AlarmPill } from '../AlarmPill.tsx';
import classes from '../alarms.module.css';
import { Recovering } from '../Closing.tsx';
import { Person } from '../Person.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { useParamLabels } from '../param-labels.ts';
import { useDayLabels } from '../snooze/day-labels.ts';
import { useAlarmSentence, useBareSentence } from '../use-alarm-message.ts';

/** Gravity, and what became of the alarm while it was on screen. */
export function StateCell({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  if (useRowNews(alarm.id) === 'gone') {
    return <StatePill state="success" label={t(alarm.end_date === null ? 'row.gone' : 'row.closed')} />;
  }
  return <AlarmPill alarm={alarm} />;
}

/** What is to be known beside the sentence: in a row shortened, in a card whole. */
function Extras({ alarm, whole }: { alarm: Alarm; whole: boolean }) {
  const { t } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  const said = useParamLabels(alarm);
  const labels = useDayLabels();
  const { count, last_at, consequences, time_zone, snoozed_until, snooze_kind, recovering } = alarm;
  if (said === null && count <= 1 && consequences === 0 && snoozed_until === null && recovering === null)
    return null;
  const times =
    last_at === null
      ? t('row.times', { count })
      : t('row.times_last', { count, when: dateTimeAt(last_at, time_zone) });
  const follow = t('row.consequences', { count: consequences });
  return (
    <Muted as="span" className={classes.extras ?? ''}>
      <Recovering alarm={alarm} />
      {said !== null && <span title={said}>{said}</span>}
      {count > 1 && (
        <span title={times} data-short>
          <IconRepeat size={13} aria-hidden="true" />
          {whole ? times : t('row.times', { count })}
        </span>
      )}
      {consequences > 0 && (
        <span title={follow} data-short>
          <IconSitemap size={13} aria-hidden="true" />
          {whole ? follow : t('row.follow', { count: consequences })}
        </span>
      )}
      {snoozed_until !== null && (
        <span>
          <IconBellOff size={13} aria-hidden="true" />
          {t(snooze_kind === 'planned_work' ? 'row.planned' : 'row.snoozed', {
            until: labels(snoozed_until, time_zone),
          })}
        </span>
      )}
    </Muted>
  );
}

/** What is wrong, in two lines at most; the sentence opens the alarm. `whole`: with its device, in all the lines it needs. */
export function WhatCell(props: { alarm: Alarm; kept?: boolean; whole?: boolean }) {
  const { alarm, kept = true, whole = false } = props;
  const { t } = useTranslation('alarms');
  const news = useRowNews(alarm.id);
  const messageFor = useAlarmSentence();
  const bare = useBareSentence();
  return (
    <span className={classes.what} data-gone={news === 'gone' || undefined} data-whole={whole || undefined}>
      <span className={classes.sentence}>
        <AlarmLink id={alarm.id} kept={kept} name={messageFor(alarm)}>
          {whole ? messageFor(alarm) : bare(alarm)}
        </AlarmLink>
        {news === 'arrived' && (
          <Badge component="span" variant="light">
            {t('row.new')}
          </Badge>
        )}
      </span>
      <Extras alarm={alarm} whole={whole} />
    </span>
  );
}

/** The device by its short name; an alarm of a port or a whole plant has none. */
export function DeviceCell({ alarm: { short_name } }: { alarm: Alarm }) {
  if (short_name === null) return <span className="muted">{UNKNOWN}</span>;
  return (
    <Text component="span" fw={560} title={short_name}>
      {short_name}
    </Text>
  );
}

/** Where there is no room for two columns: the device, under it its plant. */
export function PlaceCell({ alarm }: { alarm: Alarm }) {
  if (alarm.short_name === null) return <PlantLink plant={alarm} />;
  return (
    <>
      <DeviceCell alarm={alarm} />
      <PlantLink plant={alarm} look="line" />
    </>
  );
}

/**
 * For how long, and since when by the plant's clocks; of one that has ended when it did, and how long it had lasted. What
 * came and went is told by when it first came: meanwhile it ran.
 */
export function SinceCell({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  const duration = useDurationLabels();
  const now = useNow(30_000);
  const { date, end_date, time_zone, count } = alarm;
  // The minutes between two of its times are counted too, and said to be.
  const breaks = count > 1 ? '_breaks' : '';
  const end = end_date === null ? now : Date.parse(end_date);
  const lasted = duration(Math.max(60_000, end - Date.parse(date)));
  const shown = end_date ?? date;
  const when = <time dateTime={shown}>{dateTimeAt(shown, time_zone)}</time>;
  const open = end_date === null;
  return (
    <span className={classes.since}>
      {open ? t(`row.for${breaks}`, { lasted }) : when}{' '}
      <Muted as="span">{open ? when : t(`row.lasted${breaks}`, { lasted })}</Muted>
    </span>
  );
}

/** Whose it is, and who has seen it. */
export function WhoCell({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const { assigned_to, acknowledged_at, acknowledged_by } = alarm;
  if (assigned_to === null && acknowledged_at === null) return <span className="muted">{UNKNOWN}</span>;
  const own = acknowledged_by === null || acknowledged_by.id === assigned_to?.id;
  return (
    <>
      {assigned_to !== null && <Person person={assigned_to} />}
      {acknowledged_at !== null && (
        <Muted as="div" className={classes.seen ?? ''}>
          <IconCheck size={14} aria-hidden="true" />
          {own ? t('row.seen') : t('row.acknowledged', { name: acknowledged_by.name })}
        </Muted>
      )}
    </>
  );
}

/** An alarm on a phone: where, how grave and how old, what, whose. */
export function AlarmCard({ alarm }: { alarm: Alarm }) {
  const { assigned_to, acknowledged_at, short_name } = alarm;
  return (
    <div className={classes.card}>
      <Group gap="0 10px" fz={14} fw={600}>
        <PlantLink plant={alarm} />
        {short_name !== null && <DeviceCell alarm={alarm} />}
      </Group>
      <div className={classes.cardWhat}>
        <StateCell alarm={alarm} />
        <WhatCell alarm={alarm} />
      </div>
      <Group gap="2px 10px">
        <SinceCell alarm={alarm} />
        {(assigned_to !== null || acknowledged_at !== null) && <WhoCell alarm={alarm} />}
      </Group>
    </div>
  );
}

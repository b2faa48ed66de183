import { ActionIcon, Group, Stack, Title, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDurationLabels } from '../../../../shared/web/charts/duration-words.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { CopyButton } from '../../../../shared/web/ui/CopyButton.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import type { Alarm } from '../../alarms.contract.ts';
import { nameKeyOf } from '../../fault-text.model.ts';
import { AlarmPill } from '../AlarmPill.tsx';
import { ClosesAfter, Recovering } from '../Closing.tsx';
import { PlantLink } from '../PlantLink.tsx';
import { useParamLabels } from '../param-labels.ts';
import { useDayLabels } from '../snooze/day-labels.ts';
import { useAlarmSentence } from '../use-alarm-message.ts';
import type { Neighbours } from './neighbours.ts';

function Step(props: {
  label: string;
  to: string | undefined;
  onOpen: (alarm: string) => void;
  children: ReactNode;
}) {
  const { label, to, onOpen, children } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={label}
        disabled={to === undefined}
        onClick={() => to !== undefined && onOpen(to)}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The way to its device. */
function DeviceLink({ alarm }: { alarm: Alarm }) {
  const { device_id, short_name, proj_code } = alarm;
  if (device_id === null || short_name === null) return null;
  return (
    <Link to="/apps/asset/plants/$proj_code/devices/$id" params={{ proj_code, id: String(device_id) }}>
      {short_name}
    </Link>
  );
}

function Times({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('detail');
  const { t: ta } = useTranslation('alarms');
  const { dateTimeAt } = useFormat();
  const duration = useDurationLabels();
  const now = useNow(30_000);
  const { date, end_date, count, last_at, time_zone } = alarm;
  const end = end_date === null ? now : Date.parse(end_date);
  const lasted = duration(Math.max(60_000, end - Date.parse(date)));
  const when = dateTimeAt(date, time_zone);
  const breaks = count > 1 ? '_breaks' : '';
  return (
    <Group gap="2px 14px" c="dimmed" className="num">
      <span>
        {end_date === null
          ? t(`since${breaks}`, { when, lasted })
          : t(`from_to${breaks}`, { from: when, to: dateTimeAt(end_date, time_zone), lasted })}
      </span>
      <Recovering alarm={alarm} />
      <ClosesAfter alarm={alarm} />
      {count > 1 && (
        <span>
          <IconRepeat size={14} aria-hidden="true" />
          {last_at === null
            ? ta('row.times', { count })
            : ta('row.times_last', { count, when: dateTimeAt(last_at, time_zone) })}
        </span>
      )}
    </Group>
  );
}

interface Props {
  alarm: Alarm;
  neighbours: Neighbours;
  onOpen: (alarm: string | undefined) => void;
}

/** What is wrong, where, since when; the way to the alarms beside it, and its link. */
export function AlarmHead({ alarm, neighbours, onOpen }: Props) {
  const { t } = useTranslation('detail');
  const { t: ta } = useTranslation('alarms');
  const { t: ts } = useTranslation('snooze');
  const { id_client } = useCompany();
  const messageFor = useAlarmSentence();
  const said = useParamLabels(alarm);
  const labels = useDayLabels();
  const { code, end_date, snoozed_until, snooze_kind, time_zone, muted } = alarm;
  const sentence = ta(`message.${code}`);
  const link = `${location.origin}/apps/asset/alarms?company=${id_client}&alarm=${alarm.id}`;
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <AlarmPill alarm={alarm} />
        {end_date !== null && <StatePill state="success" label={t('closed')} />}
        {snoozed_until !== null && (
          <StatePill
            state="snoozed"
            label={ts(snooze_kind === 'planned_work' ? 'planned_until' : 'snoozed_until', {
              until: labels(snoozed_until, time_zone),
            })}
          />
        )}
        {muted && snoozed_until === null && <StatePill state="snoozed" label={t('was_muted')} />}
        <Group gap={6} ml="auto">
          <CopyButton text={link} label={t('copy_link')} />
          <Step label={t('before')} to={neighbours.before} onOpen={onOpen}>
            <IconChevronLeft size={17} stroke={1.7} aria-hidden="true" />
          </Step>
          <Step label={t('after')} to={neighbours.after} onOpen={onOpen}>
            <IconChevronRight size={17} stroke={1.7} aria-hidden="true" />
          </Step>
        </Group>
      </Group>
      <Title order={2} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {messageFor(alarm)}
      </Title>
      {sentence !== ta(nameKeyOf(code, alarm.params)) && <p className="muted">{sentence}</p>}
      {said !== null && <p>{said}</p>}
      <Group gap="2px 14px">
        <PlantLink plant={alarm} />
        <DeviceLink alarm={alarm} />
      </Group>
      <Times alarm={alarm} />
    </Stack>
  );
}

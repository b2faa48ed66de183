import { Button, Group, Text } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../shared/web/company/context.tsx';
import { spanWords } from '../../../shared/web/format/age.ts';
import { formatDateTimeAt } from '../../../shared/web/format/dates.ts';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { STATE_ICON } from '../../../shared/web/theme/states.ts';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { BellEntry } from '../../notifications/web/bell/BellEntry.public.tsx';
import { lookOfGroup, messagesOf, type Notification } from '../bell.model.ts';
import { useDayLabels } from './snooze/day-labels.ts';
import { useAlarmMessage } from './use-alarm-message.ts';

interface ItemProps {
  onFollow: (group: Notification) => void;
  onSnooze: (group: Notification) => void;
  /** A link was followed. */
  onLeave: () => void;
}

/** What leads to the plant's card: what is wrong there, of one gravity; grey while the plant is snoozed. */
function GroupButton({ group, onFollow }: { group: Notification; onFollow: ItemProps['onFollow'] }) {
  const { t } = useTranslation('alarms');
  const { t: tc } = useTranslation();
  const messageFor = useAlarmMessage();
  const labels = useDayLabels();
  const language = useLanguage();
  const now = useNow(30_000);
  const { snoozed_until, snooze_kind, time_zone } = group;
  const look = lookOfGroup(group);
  return (
    <BellEntry
      state={snoozed_until === null ? look : 'snoozed'}
      icon={STATE_ICON[look]}
      onClick={() => onFollow(group)}
      plant={
        <>
          {group.plant_name}
          <Text component="span" size="xs" fw={600} c="var(--state-text)">
            {tc(`state.${look}`)}
          </Text>
        </>
      }
    >
      {messagesOf(group.alarms).map((message) => (
        <span key={message.key}>{messageFor(message)}</span>
      ))}
      <Muted as="span" className="num">
        {group.proj_code} · {t('bell.since', { when: formatDateTimeAt(group.date, time_zone) })} (
        {spanWords(group.date, now, language)})
      </Muted>
      {snoozed_until !== null && (
        <Muted as="span">
          <IconBellOff size={13} aria-hidden="true" style={{ marginRight: 4, verticalAlign: -2 }} />
          {t(snooze_kind === 'planned_work' ? 'bell.planned' : 'bell.muted', {
            until: labels(snoozed_until, time_zone),
          })}
        </Muted>
      )}
    </BellEntry>
  );
}

/** A group, with the way into the list and, for whoever may, the snooze of its plant. */
export function AlarmGroup({ group, onFollow, onSnooze, onLeave }: { group: Notification } & ItemProps) {
  const { t } = useTranslation('alarms');
  const { t: ts } = useTranslation('snooze');
  const mayWrite = useCan('alarms.write');
  const { proj_code, plant_name, type } = group;
  return (
    <li>
      <GroupButton group={group} onFollow={onFollow} />
      <Group gap={4} pl={42} pb={4}>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('bell.in_list_of', { plant: plant_name })}
          onClick={onLeave}
          renderRoot={(root) => (
            <Link {...root} to="/apps/asset/alarms" search={{ plant: proj_code, type }} preload={false} />
          )}
        >
          {t('bell.in_list')}
        </Button>
        {mayWrite && group.snoozed_until === null && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('bell.snooze_of', { plant: plant_name })}
            onClick={() => onSnooze(group)}
          >
            {ts('open')}
          </Button>
        )}
      </Group>
    </li>
  );
}

const sumOf = (groups: readonly Notification[]) => groups.reduce((sum, { ids }) => sum + ids.length, 0);

/** How many alarms and how many warnings call, and how many are snoozed. */
export function AlarmTotals({ groups }: { groups: readonly Notification[] }) {
  const { t } = useTranslation('logs');
  const { t: ta } = useTranslation('alarms');
  const of = (type: Notification['type']) =>
    sumOf(groups.filter((group) => group.snoozed_until === null && group.type === type));
  const snoozed = sumOf(groups.filter((group) => group.snoozed_until !== null));
  const follow = groups.reduce((sum, group) => sum + group.follow, 0);
  const said = [
    of('E') > 0 && t('errors', { count: of('E') }),
    of('W') > 0 && t('warnings', { count: of('W') }),
    snoozed > 0 && ta('bell.snoozed', { count: snoozed }),
    follow > 0 && ta('bell.follow', { count: follow }),
  ].filter((one) => one !== false);
  return <Muted className="num">{said.join(' · ')}</Muted>;
}

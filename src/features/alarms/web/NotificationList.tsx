import {
  Box,
  Button,
  Loader,
  Group as MantineGroup,
  Text,
  ThemeIcon,
  Title,
  UnstyledButton,
} from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconChecks,
  IconCloudOff,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  notificationsCalls,
  type Notification as PublishedNotification,
} from '../../../shared/contract/notifications.contract.ts';
import { useSend } from '../../../shared/web/api/use-call.ts';
import { useCan } from '../../../shared/web/company/context.tsx';
import { spanWords } from '../../../shared/web/format/age.ts';
import { formatDateTimeAt } from '../../../shared/web/format/dates.ts';
import { FormError } from '../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { Muted } from '../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { messagesOf, type Notification } from '../bell.model.ts';
import styles from './Bell.module.css';
import { News } from './News.tsx';
import { useDayLabels } from './snooze/day-labels.ts';
import { useAlarmMessage } from './use-alarm-message.ts';

interface ItemProps {
  onFollow: (group: Notification) => void;
  onSnooze: (group: Notification) => void;
  /** A link was followed. */
  onLeave: () => void;
}

interface Props extends ItemProps {
  groups: readonly Notification[];
  /** What areas published and is unread. */
  news: readonly PublishedNotification[];
  pending: boolean;
  failed: boolean;
  /** When alarms and what areas published were both loaded, in milliseconds since 1970; 0 before that. */
  updatedAt: number;
  onRetry: () => void;
}

/** What leads to the plant's card: what is wrong there, of one gravity; grey while the plant is snoozed. */
function GroupButton({ group, onFollow }: { group: Notification; onFollow: Props['onFollow'] }) {
  const { t } = useTranslation('alarms');
  const messageFor = useAlarmMessage();
  const labels = useDayLabels();
  const language = useLanguage();
  const now = useNow(30_000);
  const { type, snoozed_until, snooze_kind, time_zone } = group;
  const error = type === 'E';
  const Icon = error ? IconAlertOctagon : IconAlertTriangle;
  const look = error ? 'alarm' : 'warning';
  return (
    <UnstyledButton
      className={styles.item ?? ''}
      data-state={snoozed_until === null ? look : 'snoozed'}
      onClick={() => onFollow(group)}
    >
      <ThemeIcon size={30} radius={99} bg="var(--state-soft)" c="var(--state-text)">
        <Icon size={17} stroke={1.9} aria-hidden="true" />
      </ThemeIcon>
      <span className={styles.text}>
        <span className={styles.plant}>
          {group.plant_name}
          <Text component="span" size="xs" fw={600} c="var(--state-text)">
            {t(error ? 'bell.error' : 'bell.warning')}
          </Text>
        </span>
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
      </span>
    </UnstyledButton>
  );
}

/** A group, with the way into the list and, for whoever may, the snooze of its plant. */
function Group({ group, onFollow, onSnooze, onLeave }: { group: Notification } & ItemProps) {
  const { t } = useTranslation('alarms');
  const { t: ts } = useTranslation('snooze');
  const mayWrite = useCan('alarms.write');
  const { proj_code, plant_name, type } = group;
  return (
    <li>
      <GroupButton group={group} onFollow={onFollow} />
      <MantineGroup gap={4} pl={42} pb={4}>
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
      </MantineGroup>
    </li>
  );
}

const sumOf = (groups: readonly Notification[]) => groups.reduce((sum, { ids }) => sum + ids.length, 0);

/** How many alarms and how many warnings call, and how many are snoozed. */
function Totals({ groups }: { groups: readonly Notification[] }) {
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

/** Marks every notification that areas published as read; alarms stay as long as they are open. */
function ReadAll() {
  const { t } = useTranslation('alarms');
  const labels = useErrorMessage('alarms');
  const reading = useSend(notificationsCalls.markRead);
  return (
    <>
      {reading.error && <FormError>{labels.formMessage(reading.error)}</FormError>}
      <Button
        variant="subtle"
        fullWidth
        leftSection={<IconChecks size={16} />}
        loading={reading.isPending}
        onClick={() => reading.mutate({ body: {} })}
      >
        {t('bell.read_all')}
      </Button>
    </>
  );
}

/** What the bell opens; at most 700 pixels high. // spec §9 */
export function NotificationList({ groups, news, pending, failed, updatedAt, onRetry, ...acts }: Props) {
  const { t } = useTranslation('alarms');
  const { t: tc } = useTranslation();
  // What was never loaded is not nothing, whatever the other list holds.
  const lost = failed && (updatedAt === 0 || groups.length + news.length === 0);
  return (
    <Box component="section" aria-label={t('bell.title')} className={styles.list ?? ''}>
      <header>
        <MantineGroup gap={10} justify="space-between" p="10px 14px 6px">
          <Title order={2} size={14} lh="20px">
            {t('bell.title')}
          </Title>
          <Totals groups={groups} />
        </MantineGroup>
      </header>
      {pending && <Loader size="sm" m="lg" mx="auto" display="block" />}
      {failed && !lost && (
        <Box px={10} pb={6}>
          <StaleLine updatedAt={updatedAt} />
        </Box>
      )}
      {lost && (
        <EmptyState
          icon={IconCloudOff}
          title={t('bell.failed')}
          action={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {tc('retry')}
            </Button>
          }
        />
      )}
      {!pending && !failed && groups.length + news.length === 0 && (
        <EmptyState icon={IconBell} title={t('bell.empty')} />
      )}
      {groups.length + news.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <Group key={`${group.proj_code} ${group.type}`} group={group} {...acts} />
          ))}
          {news.map((one) => (
            <News key={one.id} news={one} onLeave={acts.onLeave} />
          ))}
        </ul>
      )}
      <Box component="footer" p={4} style={{ borderTop: '1px solid var(--border)' }}>
        {news.length > 0 && <ReadAll />}
        <Button
          variant="subtle"
          fullWidth
          onClick={acts.onLeave}
          renderRoot={(root) => <Link {...root} to="/apps/asset/alarms" preload={false} />}
        >
          {t('bell.all')}
        </Button>
      </Box>
    </Box>
  );
}

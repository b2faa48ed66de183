import { Button, Loader } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconCloudOff,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../shared/web/company/context.tsx';
import { spanWords } from '../../../shared/web/format/age.ts';
import { formatDateTimeAt } from '../../../shared/web/format/dates.ts';
import { useLanguage } from '../../../shared/web/i18n/use-language.ts';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { useNow } from '../../../shared/web/ui/use-now.ts';
import { messagesOf, type Notification } from '../bell.model.ts';
import styles from './Bell.module.css';
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
  pending: boolean;
  failed: boolean;
  /** When the notifications were loaded, in milliseconds since 1970. */
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
    <button
      type="button"
      className={styles.item}
      data-state={snoozed_until === null ? look : 'snoozed'}
      onClick={() => onFollow(group)}
    >
      <span className={styles.icon}>
        <Icon size={17} stroke={1.9} aria-hidden="true" />
      </span>
      <span className={styles.text}>
        <span className={styles.plant}>
          {group.plant_name}
          <span className={styles.kind}>{t(error ? 'bell.error' : 'bell.warning')}</span>
        </span>
        {messagesOf(group.alarms).map((message) => (
          <span key={message.key} className={styles.message}>
            {messageFor(message)}
          </span>
        ))}
        <span className={styles.date}>
          {group.proj_code} · {t('bell.since', { when: formatDateTimeAt(group.date, time_zone) })} (
          {spanWords(group.date, now, language)})
        </span>
        {snoozed_until !== null && (
          <span className={styles.muted}>
            <IconBellOff size={13} aria-hidden="true" />
            {t(snooze_kind === 'planned_work' ? 'bell.planned' : 'bell.muted', {
              until: labels(snoozed_until, time_zone),
            })}
          </span>
        )}
      </span>
    </button>
  );
}

/** A group, with the way into the list and, for whoever may, the snooze of its plant. */
function Group({ group, onFollow, onSnooze, onLeave }: { group: Notification } & ItemProps) {
  const { t } = useTranslation('alarms');
  const { t: ts } = useTranslation('snooze');
  const mayWrite = useCan('alarms.write');
  const { proj_code, plant_name, type } = group;
  return (
    <li className={styles.group}>
      <GroupButton group={group} onFollow={onFollow} />
      <span className={styles.deeds}>
        <Link
          to="/apps/asset/alarms"
          search={{ plant: proj_code, type }}
          preload={false}
          className={styles.deed}
          aria-label={t('bell.in_list_of', { plant: plant_name })}
          onClick={onLeave}
        >
          {t('bell.in_list')}
        </Link>
        {mayWrite && group.snoozed_until === null && (
          <button
            type="button"
            className={styles.deed}
            aria-label={t('bell.snooze_of', { plant: plant_name })}
            onClick={() => onSnooze(group)}
          >
            {ts('open')}
          </button>
        )}
      </span>
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
  return <p className={styles.totals}>{said.join(' · ')}</p>;
}

/** What the bell opens; at most 700 pixels high. // spec §9 */
export function NotificationList({ groups, pending, failed, updatedAt, onRetry, ...acts }: Props) {
  const { t } = useTranslation('alarms');
  const { t: tc } = useTranslation();
  return (
    <section aria-label={t('bell.title')} className={styles.list}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('bell.title')}</h2>
        <Totals groups={groups} />
      </header>
      {pending && <Loader size="sm" m="lg" mx="auto" display="block" />}
      {failed && groups.length > 0 && (
        <div className={styles.stale}>
          <StaleLine updatedAt={updatedAt} />
        </div>
      )}
      {failed && groups.length === 0 && (
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
      {!pending && !failed && groups.length === 0 && <EmptyState icon={IconBell} title={t('bell.empty')} />}
      {groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <Group key={`${group.proj_code} ${group.type}`} group={group} {...acts} />
          ))}
        </ul>
      )}
      <footer className={styles.footer}>
        <Link to="/apps/asset/alarms" preload={false} className={styles.all} onClick={acts.onLeave}>
          {t('bell.all')}
        </Link>
      </footer>
    </section>
  );
}

import { Button, Loader } from '@mantine/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBell,
  IconCloudOff,
  IconRefresh,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDateTimeAt } from '../../../shared/web/format/dates.ts';
import { EmptyState } from '../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../shared/web/ui/StaleLine.tsx';
import { messagesOf, type Notification } from '../bell.model.ts';
import styles from './Bell.module.css';
import { useAlarmMessage } from './use-alarm-message.ts';

interface Props {
  groups: readonly Notification[];
  pending: boolean;
  failed: boolean;
  /** When the notifications were loaded, in milliseconds since 1970. */
  updatedAt: number;
  onFollow: (group: Notification) => void;
  onRetry: () => void;
}

function Item({ group, onFollow }: { group: Notification; onFollow: Props['onFollow'] }) {
  const { t } = useTranslation('alarms');
  const say = useAlarmMessage();
  const error = group.type === 'E';
  const Icon = error ? IconAlertOctagon : IconAlertTriangle;
  return (
    <button
      type="button"
      className={styles.item}
      data-state={error ? 'alarm' : 'warning'}
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
          <span key={message.code} className={styles.message}>
            {say(message)}
          </span>
        ))}
        <span className={styles.date}>
          {group.proj_code} · {t('bell.since', { when: formatDateTimeAt(group.date, group.time_zone) })}
        </span>
      </span>
    </button>
  );
}

/** What the bell opens; at most 700 pixels high. // spec §9 */
export function NotificationList({ groups, pending, failed, updatedAt, onFollow, onRetry }: Props) {
  const { t } = useTranslation('alarms');
  const { t: tc } = useTranslation();
  return (
    <section aria-label={t('bell.title')} className={styles.list}>
      <h2 className={styles.title}>{t('bell.title')}</h2>
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
      {groups.map((group) => (
        <Item key={`${group.proj_code} ${group.type}`} group={group} onFollow={onFollow} />
      ))}
    </section>
  );
}

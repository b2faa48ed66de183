import { Box, Button, Group, Loader, Title } from '@mantine/core';
import { IconBell, IconChecks, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Notification, notificationsCalls } from '../../../../shared/contract/notifications.contract.ts';
import { useSend } from '../../../../shared/web/api/use-call.ts';
import { FormError } from '../../../../shared/web/forms/FormError.tsx';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Muted } from '../../../../shared/web/page/Text.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import styles from './Bell.module.css';
import { News } from './News.tsx';

/** What an area that keeps notifications itself puts into the bell's list; `leave` closes it. */
export interface BellParts {
  /** How many entries it has. */
  entries: number;
  /** Beside the heading. */
  summary: ReactNode;
  /** Its entries, each a `<li>`. */
  list: (leave: () => void) => ReactNode;
  /** What leads to all of them. */
  all: (leave: () => void) => ReactNode;
}

interface Props {
  parts: BellParts;
  /** What areas published and is unread. */
  news: readonly Notification[];
  /** How many notifications are unread in all; `news` holds the newest of them. */
  unread: number;
  pending: boolean;
  failed: boolean;
  /** When all of it was loaded, in milliseconds since 1970; 0 before that. */
  updatedAt: number;
  onLeave: () => void;
  onRetry: () => void;
}

/** Marks every notification that areas published as read; alarms stay as long as they are open. */
function ReadAll() {
  const { t } = useTranslation('bell');
  const labels = useErrorMessage('bell');
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
        {t('read_all')}
      </Button>
    </>
  );
}

/** What the bell opens; at most 700 pixels high. // spec §9 */
export function BellList({ parts, news, unread, pending, failed, updatedAt, onLeave, onRetry }: Props) {
  const { t } = useTranslation('bell');
  const { t: tc } = useTranslation();
  const count = parts.entries + news.length;
  // What was never loaded is not nothing, whatever the other list holds.
  const lost = failed && (updatedAt === 0 || count === 0);
  return (
    <Box component="section" aria-label={t('title')} className={styles.list ?? ''}>
      <header>
        <Group gap={10} justify="space-between" p="10px 14px 6px">
          <Title order={2} size={14} lh="20px">
            {t('title')}
          </Title>
          {parts.summary}
        </Group>
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
          title={t('failed')}
          action={
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
              {tc('retry')}
            </Button>
          }
        />
      )}
      {!pending && !failed && count === 0 && <EmptyState icon={IconBell} title={t('empty')} />}
      {count > 0 && (
        <ul className={styles.groups}>
          {parts.list(onLeave)}
          {news.map((one) => (
            <News key={one.id} news={one} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {unread > news.length && (
        <Muted as="p" style={{ padding: '6px 14px' }}>
          {t('more', { count: unread - news.length })}
        </Muted>
      )}
      <Box component="footer" p={4} style={{ borderTop: '1px solid var(--border)' }}>
        {news.length > 0 && <ReadAll />}
        {parts.all(onLeave)}
      </Box>
    </Box>
  );
}

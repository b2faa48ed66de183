import { Badge, Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../shared/web/api/query-client.ts';
import { formatDateTime, HERE } from '../../../../shared/web/format/dates.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Session } from '../../account.contract.ts';
import { useRefusalWords } from '../forms/refusal-words.ts';
import { identityApi } from '../identity.api.ts';
import { signOut } from '../use-user.ts';
import { type Device, deviceOf } from './device-words.ts';
import { Section } from './Section.tsx';
import styles from './sessions.module.css';
import userStyles from './user.module.css';

const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => identityApi.listSessions() });

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
};

function useDeviceWords(): (device: Device) => string {
  const { t } = useTranslation('identity');
  return ({ browser, system }) => {
    if (browser === '') return t('sessions.unknown');
    return system === '' ? browser : t('sessions.device', { browser, system });
  };
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { t } = useTranslation('identity');
  const words = useRefusalWords();
  const wordsOf = useDeviceWords();
  const device = deviceOf(session.user_agent);
  const Icon = ICONS[device.shape];
  const ending = useMutation({
    mutationFn: () => identityApi.endSession({ params: { id: String(session.id) } }),
    onSuccess: onEnded,
  });
  const name = wordsOf(device);
  const last = t('sessions.last_used', { when: formatDateTime(session.last_used_at, HERE) });
  return (
    <li className={styles.session}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <div className={styles.about}>
        <p className={styles.name} title={session.user_agent}>
          {name}
          {session.current && (
            <Badge size="sm" tt="none" variant="light">
              {t('sessions.this_one')}
            </Badge>
          )}
        </p>
        <p className={styles.details}>{[session.address, last].filter(Boolean).join(' · ')}</p>
        {ending.error && <p className={userStyles.fault}>{words.ofWhole(ending.error)}</p>}
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          loading={ending.isPending}
          aria-label={t('sessions.end_this', { device: name })}
          onClick={() => ending.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

function SessionList() {
  const { t } = useTranslation('identity');
  const { data, error, refetch, dataUpdatedAt } = useQuery(sessionsQuery);
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={120} radius={8} aria-busy="true" />;
  const onEnded = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    toast.done(t('sessions.ended'));
  };
  return (
    <>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      <ul className={styles.sessions}>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={onEnded} />
        ))}
      </ul>
    </>
  );
}

async function signOutEverywhere(): Promise<void> {
  await identityApi.endSessions();
  await signOut();
}

/** Where I am signed in: each session with its device, ended one by one or all together. */
export function SessionsSection() {
  const { t } = useTranslation('identity');
  const words = useRefusalWords();
  const leaving = useMutation({ mutationFn: signOutEverywhere });
  return (
    <Section title={t('sessions.title')} hint={t('sessions.hint')}>
      <SessionList />
      <div className={userStyles.row}>
        <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('sessions.end_all')}
        </Button>
      </div>
      {leaving.error && (
        <p role="alert" className={userStyles.fault}>
          {words.ofWhole(leaving.error)}
        </p>
      )}
    </Section>
  );
}

import { Badge, Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { formatDate, formatTime, HERE } from '../../../../shared/web/format/dates.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../shared/web/page/Section.tsx';
import { Note } from '../../../../shared/web/page/Text.tsx';
import { Buttons } from '../../../../shared/web/page/Toolbar.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { toast } from '../../../../shared/web/ui/toast.ts';
import type { Session } from '../../account.contract.ts';
import { identityCalls } from '../../identity.contract.ts';
import { signOut } from '../use-user.ts';
import { type Device, deviceOf } from './device-words.ts';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
};

function useDeviceLabels(): (device: Device) => string {
  const { t } = useTranslation('identity');
  return ({ browser, system }) => {
    if (browser === '') return t('sessions.unknown');
    return system === '' ? browser : t('sessions.device', { browser, system });
  };
}

/** To the second, so that two sign-ins of one minute are told apart. */
const exactly = (when: string): string =>
  `${formatDate(when, HERE)} ${formatTime(when, HERE, { seconds: true })}`;

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const wordsOf = useDeviceLabels();
  const device = deviceOf(session.user_agent);
  const ending = useSend(identityCalls.endSession, { onDone: onEnded });
  const name = wordsOf(device);
  const since = t('sessions.since', { when: exactly(session.created_at) });
  const last = t('sessions.last_used', { when: exactly(session.last_used_at) });
  return (
    <Entry
      icon={ICONS[device.shape]}
      name={name}
      title={session.user_agent}
      beside={session.current && <Badge size="sm">{t('sessions.this_one')}</Badge>}
      details={[session.address, since, last].filter(Boolean).join(' · ')}
      actions={
        !session.current && (
          <Button
            size="xs"
            variant="default"
            loading={ending.isPending}
            aria-label={t('sessions.end_this', { device: name })}
            onClick={() => ending.mutate({ params: { id: String(session.id) } })}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    >
      {ending.error && <Note tone="alarm">{words.formMessage(ending.error)}</Note>}
    </Entry>
  );
}

const thisFirst = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current));

/** A person rarely has more; who has many looks for the latest. */
const FEW = 8;

function SessionList() {
  const { t } = useTranslation('identity');
  const [all, setAll] = useState(false);
  const { data, error, refetch, dataUpdatedAt } = useCall(identityCalls.listSessions);
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={120} radius={8} aria-busy="true" />;
  const onEnded = () => toast.done(t('sessions.ended'));
  const sessions = thisFirst(data);
  const hidden = all ? 0 : Math.max(0, sessions.length - FEW);
  return (
    <>
      {error && <StaleLine updatedAt={dataUpdatedAt} />}
      <Entries>
        {sessions.slice(0, sessions.length - hidden).map((session) => (
          <SessionRow key={session.id} session={session} onEnded={onEnded} />
        ))}
      </Entries>
      {hidden > 0 && (
        <Buttons>
          <Button variant="subtle" onClick={() => setAll(true)}>
            {t('sessions.more', { count: hidden })}
          </Button>
        </Buttons>
      )}
    </>
  );
}

/** Ends every session but this one; what ended by itself meanwhile is as it should be. */
async function signOutElsewhere(): Promise<void> {
  const sessions = await send(identityCalls.listSessions);
  for (const { id, current } of sessions) {
    if (current) continue;
    try {
      await send(identityCalls.endSession, { params: { id: String(id) } });
    } catch (fault) {
      if (!(fault instanceof CallError) || fault.status !== 404) throw fault;
    }
  }
}

async function signOutEverywhere(): Promise<void> {
  await send(identityCalls.endSessions);
  await signOut();
}

/** Where I am signed in: each session with its device, ended one by one or all together. */
export function SessionsSection() {
  const { t } = useTranslation('identity');
  const words = useErrorMessage('identity');
  const leaving = useMutation({ mutationFn: signOutEverywhere });
  const others = useCall(identityCalls.listSessions).data?.some(({ current }) => !current) ?? false;
  const staying = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: () => toast.done(t('sessions.others_ended')),
  });
  const fault = leaving.error ?? staying.error;
  return (
    <Section look="beside" title={t('sessions.title')} hint={t('sessions.hint')}>
      <SessionList />
      <Buttons>
        {others && (
          <Button variant="default" loading={staying.isPending} onClick={() => staying.mutate()}>
            {t('sessions.end_others')}
          </Button>
        )}
        <Button variant="default" loading={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('sessions.end_all')}
        </Button>
      </Buttons>
      {fault && (
        <Note tone="alarm" role="alert">
          {words.formMessage(fault)}
        </Note>
      )}
    </Section>
  );
}

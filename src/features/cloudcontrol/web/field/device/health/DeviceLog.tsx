import { Button, Skeleton, Text } from '@mantine/core';
import { IconListSearch, IconPlayerStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan, useCompany } from '../../../../../../shared/web/company/context.tsx';
import { formatDateTime, formatTime, HERE } from '../../../../../../shared/web/format/dates.ts';
import { useErrorMessage } from '../../../../../../shared/web/forms/use-error-message.ts';
import { Entries, Entry } from '../../../../../../shared/web/page/Entries.tsx';
import { Section } from '../../../../../../shared/web/page/Section.tsx';
import { Muted } from '../../../../../../shared/web/page/Text.tsx';
import { ErrorState } from '../../../../../../shared/web/ui/ErrorState.tsx';
import { StaleLine } from '../../../../../../shared/web/ui/StaleLine.tsx';
import { toast } from '../../../../../../shared/web/ui/toast.ts';
import { useNow } from '../../../../../../shared/web/ui/use-now.ts';
import { TRACE_MINUTES } from '../../../../configuration.model.ts';
import { useLogLabels } from '../../log-words.public.ts';
import { useLog } from '../../use-devices.ts';
import { traceDevice } from '../../writes.ts';
import { MoreButton } from '../MoreButton.tsx';
import type { TabProps } from '../standing.ts';

/** Raises the detail of the log for ten minutes, and counts them down. */
function Trace({ details, standing }: TabProps) {
  const { t } = useTranslation('field');
  const company = useCompany().id_client;
  const { formMessage } = useErrorMessage('field');
  const now = useNow(1_000);
  const left_ms = standing.trace_until ? Date.parse(standing.trace_until) - now : 0;
  const tracing = useMutation({
    mutationFn: (on: boolean) => traceDevice(company, details.device.id, on),
    onError: (fault) => toast.failed(formMessage(fault)),
  });
  if (left_ms > 0) {
    const minutes = Math.floor(left_ms / 60_000);
    const seconds = String(Math.floor((left_ms % 60_000) / 1000)).padStart(2, '0');
    return (
      <Button
        variant="light"
        leftSection={<IconPlayerStop size={16} />}
        loading={tracing.isPending}
        onClick={() => tracing.mutate(false)}
      >
        <span className="num">{t('log.tracing', { left: `${minutes}:${seconds}` })}</span>
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconListSearch size={16} />}
      loading={tracing.isPending}
      disabled={details.device.port_id === null}
      onClick={() => tracing.mutate(true)}
    >
      {t('log.trace', { minutes: TRACE_MINUTES })}
    </Button>
  );
}

const bytesOf = (value: unknown): string => (typeof value === 'string' ? value : '–');

/** What is a problem of the device. */
const GRAVE = ['silent', 'refused'];

/** What happened with the device, newest first, in words by its kind. */
export function DeviceLog(props: TabProps) {
  const { t } = useTranslation('field');
  const messageFor = useLogLabels();
  const { id, proj_code } = props.details.device;
  const readsDiary = useCan('asset.read');
  const log = useLog(props.details.device);
  const { data, error, refetch, dataUpdatedAt } = log;
  return (
    <Section
      title={t('log.title')}
      actions={
        <>
          {readsDiary && (
            <Link to="/apps/asset/alarms" search={{ view: 'logs', plant: proj_code, device: String(id) }}>
              {t('log.all')}
            </Link>
          )}
          <Trace {...props} />
        </>
      }
    >
      {data && error && <StaleLine updatedAt={dataUpdatedAt} />}
      {!data && error && <ErrorState error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={200} radius={8} />}
      {data?.results.length === 0 && <p className="muted">{t('log.none')}</p>}
      <Entries>
        {data?.results.map((entry) => (
          <Entry
            key={entry.id}
            name={
              <Text inherit fw={400} c={GRAVE.includes(entry.kind) ? 'var(--alarm-text)' : 'inherit'}>
                {messageFor(entry)}
              </Text>
            }
            actions={
              <Muted as="span">
                <time dateTime={entry.at} title={formatDateTime(entry.at, HERE)}>
                  {formatDateTime(entry.at, HERE).slice(0, 5)} {formatTime(entry.at, HERE, { seconds: true })}
                </time>
              </Muted>
            }
          >
            {entry.kind === 'exchange' && (
              <Text component="code" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {t('log.request')} {bytesOf(entry.detail.request)}
                <br />
                {t('log.answer')} {bytesOf(entry.detail.answer)}
              </Text>
            )}
          </Entry>
        ))}
      </Entries>
      <MoreButton pages={log} />
    </Section>
  );
}

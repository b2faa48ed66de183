import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconCircleX, IconClock, IconMailForward } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useSend } from '../../../../shared/web/api/use-call.ts';
import { useCan } from '../../../../shared/web/company/context.tsx';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useErrorMessage } from '../../../../shared/web/forms/use-error-message.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTablePager } from '../../../../shared/web/list/DataTableBar.tsx';
import { Entries, Entry } from '../../../../shared/web/page/Entries.tsx';
import { Muted, Note } from '../../../../shared/web/page/Text.tsx';
import { CodeBlock } from '../../../../shared/web/ui/CodeBlock.tsx';
import { EmptyState } from '../../../../shared/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { SideDrawer } from '../../../../shared/web/ui/SideDrawer.tsx';
import { StaleLine } from '../../../../shared/web/ui/StaleLine.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { type Webhook, type WebhookDelivery, webhooksCalls } from '../../webhooks.contract.ts';
import { useFaultLabels } from './webhook-labels.ts';

const PAGE = 25;
const LOOK = {
  delivered: { state: 'success' },
  waiting: { state: 'snoozed', icon: IconClock },
  given_up: { state: 'alarm', icon: IconCircleX },
} as const;

const EVENT = {
  'alarm.opened': 'opened',
  'alarm.closed': 'closed',
  test: 'test',
  notification: 'notification',
} as const;

function Attempt({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('notifications');
  const { dateTime, number } = useFormat();
  const faultLabel = useFaultLabels();
  const { attempts, last_at, next_at, duration_ms, fault, status, behind, paced } = delivery;
  const why = behind ? 'behind' : paced ? 'paced' : null;
  return (
    <>
      {fault && <p>{faultLabel(fault)}</p>}
      <p className="muted">
        {last_at
          ? t('deliveries.attempt', { count: attempts, when: dateTime(last_at, HERE) })
          : t('deliveries.not_yet')}
        {status !== null && ` · HTTP ${status}`}
        {duration_ms !== null && ` · ${number(duration_ms, 0)} ms`}
        {next_at && !behind && ` · ${t('deliveries.next', { when: dateTime(next_at, HERE) })}`}
      </p>
      {why && <p className="muted">{t(`deliveries.${why}`)}</p>}
    </>
  );
}

interface OneProps {
  delivery: WebhookDelivery;
  onAgain: () => void;
  busy: boolean;
}

function One({ delivery, onAgain, busy }: OneProps) {
  const { t } = useTranslation('notifications');
  const { dateTime } = useFormat();
  const language = useLanguage();
  const now = useNow(30_000);
  const reads = useCan('asset.read');
  const [shown, setShown] = useState(false);
  const { t: labels } = useTranslation('alarms');
  const { event, kind, state, created_at, body, alarm_id, about } = delivery;
  return (
    <Entry
      name={
        <>
          {t(`deliveries.event.${EVENT[event]}`)}
          <Muted as="span">
            <code>{kind ?? event}</code>
          </Muted>
          <StatePill {...LOOK[state]} label={t(`deliveries.state.${state}`)} />
        </>
      }
      details={
        <>
          {dateTime(created_at, HERE)} ({ageWords(created_at, now, language)})
        </>
      }
    >
      {about && (
        <p>
          {[about.plant_name, about.short_name].filter(Boolean).join(', ')}: {labels(`name.${about.code}`)}
        </p>
      )}
      <Attempt delivery={delivery} />
      <Group gap={12}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={shown}
          onClick={() => setShown((before) => !before)}
        >
          {t(shown ? 'deliveries.hide' : 'deliveries.show')}
        </Button>
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={onAgain}>
          {t(state === 'waiting' ? 'deliveries.now' : 'deliveries.again')}
        </Button>
        {reads && alarm_id !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            renderRoot={(root) => (
              <Link {...root} to="/apps/asset/alarms" search={{ alarm: String(alarm_id) }} preload={false} />
            )}
          >
            {t('deliveries.alarm')}
          </Button>
        )}
      </Group>
      {shown && <CodeBlock title={t('deliveries.body')} text={body} />}
    </Entry>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('notifications');
  const labels = useErrorMessage('notifications');
  const { time } = useFormat();
  const [page, setPage] = useState(1);
  const { data, error, refetch, dataUpdatedAt } = useCall(
    webhooksCalls.deliveries,
    {
      params: { id: String(webhook.id) },
      query: { page: String(page), page_size: String(PAGE) },
    },
    { placeholderData: keepPreviousData },
  );
  const again = useSend(webhooksCalls.sendAgain);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} radius={12} aria-busy="true" />;
  if (data.count === 0)
    return (
      <EmptyState icon={IconMailForward} title={t('deliveries.none')} hint={t('deliveries.none_hint')} />
    );
  return (
    <Stack gap={12}>
      {error ? (
        <StaleLine updatedAt={dataUpdatedAt} />
      ) : (
        <p className="muted">{t('deliveries.follows', { when: time(new Date(dataUpdatedAt)) })}</p>
      )}
      {again.error && (
        <Note tone="alarm" role="alert">
          {labels.formMessage(again.error)}
        </Note>
      )}
      <Entries label={t('deliveries.title', { name: webhook.name })}>
        {data.results.map((delivery) => (
          <One
            key={delivery.id}
            delivery={delivery}
            busy={again.isPending && again.variables.params.id === String(delivery.id)}
            onAgain={() => again.mutate({ params: { id: String(delivery.id) } })}
          />
        ))}
      </Entries>
      <DataTablePager page={page} page_size={PAGE} count={data.count} onPage={setPage} />
    </Stack>
  );
}

/** What a webhook was sent in the last 30 days, and how that went. */
export function DeliveriesDrawer({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('notifications');
  return (
    <SideDrawer
      title={t('deliveries.title', { name: webhook.name })}
      side="right"
      width={560}
      opened
      onClose={onClose}
    >
      <Deliveries webhook={webhook} />
    </SideDrawer>
  );
}

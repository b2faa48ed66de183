import { Group } from '@mantine/core';
import {
  IconBan,
  IconCircleDashed,
  IconListDetails,
  IconPencil,
  IconSend,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { ageWords } from '../../../../shared/web/format/age.ts';
import { HERE } from '../../../../shared/web/format/dates.ts';
import { useFormat } from '../../../../shared/web/format/use-format.ts';
import { useLanguage } from '../../../../shared/web/i18n/use-language.ts';
import { DataTable } from '../../../../shared/web/list/DataTable.tsx';
import type { DataColumn } from '../../../../shared/web/list/data-table.model.ts';
import { Muted, Nowrap } from '../../../../shared/web/page/Text.tsx';
import { RowButton } from '../../../../shared/web/ui/RowButton.tsx';
import { StatePill } from '../../../../shared/web/ui/StatePill.tsx';
import { useNow } from '../../../../shared/web/ui/use-now.ts';
import { DEFAULT_WEBHOOK_KIND } from '../../webhook.model.ts';
import { type Webhook, webhooksCalls } from '../../webhooks.contract.ts';
import { useFaultLabels, webhookStateOf } from './webhook-labels.ts';

const LOOK = {
  delivered: { state: 'success' },
  failing: { state: 'alarm' },
  off: { state: 'snoozed', icon: IconBan },
  unused: { state: 'nodata', icon: IconCircleDashed },
} as const;

function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('notifications');
  const { dateTime } = useFormat();
  const faultLabel = useFaultLabels();
  const state = webhookStateOf(webhook);
  const { failing_since, last_fault } = webhook;
  return (
    <div>
      <StatePill {...LOOK[state]} label={t(`hook.state.${state}`)} />
      {failing_since && (
        <p className="muted">
          {t('hook.failing_since', { when: dateTime(failing_since, HERE) })}
          {last_fault && ` ${faultLabel(last_fault)}`}
        </p>
      )}
    </div>
  );
}

/** When something last arrived, and how long ago that is. */
function Delivered({ webhook: { delivered_at } }: { webhook: Webhook }) {
  const { t } = useTranslation('notifications');
  const { dateTime } = useFormat();
  const language = useLanguage();
  const now = useNow(30_000);
  if (delivered_at === null) return t('hook.never');
  return (
    <Nowrap>
      {dateTime(delivered_at, HERE)}
      <Muted as="div">{ageWords(delivered_at, now, language)}</Muted>
    </Nowrap>
  );
}

function useColumns(): DataColumn<Webhook>[] {
  const { t } = useTranslation('notifications');
  const { dateTime } = useFormat();
  return useMemo(() => {
    const alarms = ({ types, codes }: Webhook) => [
      t(`sum.types.${types.length === 2 ? 'both' : (types[0] ?? 'none')}`),
      codes && t('sum.codes', { count: codes.length }),
    ];
    const what = (webhook: Webhook) => {
      const { kinds, proj_codes } = webhook;
      const others = kinds.filter((kind) => kind !== DEFAULT_WEBHOOK_KIND).length;
      return [
        ...(others < kinds.length ? alarms(webhook) : []),
        others > 0 && t('sum.others', { count: others }),
        proj_codes && t('sum.plants', { count: proj_codes.length }),
      ]
        .filter(Boolean)
        .join(', ');
    };
    const when = ({ delivered_at }: Webhook) =>
      delivered_at ? dateTime(delivered_at, HERE) : t('hook.never');
    return [
      { id: 'name', header: t('hook.name'), value: ({ name }) => name },
      {
        id: 'url',
        header: t('hook.url'),
        value: ({ url }) => url,
        width: '26%',
        cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span>,
      },
      { id: 'what', header: t('hook.what'), value: what },
      {
        id: 'state',
        header: t('hook.state_of'),
        value: webhookStateOf,
        text: (webhook) => t(`hook.state.${webhookStateOf(webhook)}`),
        cell: (webhook) => <State webhook={webhook} />,
        width: '24%',
      },
      {
        id: 'delivered',
        header: t('hook.delivered_at'),
        value: ({ delivered_at }) => delivered_at,
        cell: (webhook) => <Delivered webhook={webhook} />,
        text: when,
        descFirst: true,
      },
    ];
  }, [t, dateTime]);
}

export type WebhookAction = 'deliveries' | 'test' | 'change' | 'remove';
const ICON = { deliveries: IconListDetails, test: IconSend, change: IconPencil, remove: IconTrash } as const;
const ACTIONS: readonly WebhookAction[] = ['deliveries', 'test', 'change', 'remove'];

/** The company's webhooks, never their secrets. */
export function WebhooksTable({ onAction }: { onAction: (action: WebhookAction, webhook: Webhook) => void }) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch, dataUpdatedAt } = useCall(webhooksCalls.webhooks);
  const columns = useColumns();
  return (
    <DataTable
      label={t('hook.title')}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      updatedAt={dataUpdatedAt}
      empty={{ icon: IconWebhook, title: t('hook.none'), hint: t('hook.none_hint') }}
      search={null}
      actions={(webhook) => (
        <Group gap={2} justify="flex-end" wrap="nowrap">
          {ACTIONS.map((action) => (
            <RowButton
              key={action}
              icon={ICON[action]}
              label={t(`hook.actions_of.${action}`, { name: webhook.name })}
              onClick={() => onAction(action, webhook)}
            />
          ))}
        </Group>
      )}
    />
  );
}

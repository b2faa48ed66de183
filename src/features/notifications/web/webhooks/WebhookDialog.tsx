import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { notificationsCalls } from '../../../../shared/contract/notifications.contract.ts';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { FormDialog } from '../../../../shared/web/forms/FormDialog.tsx';
import { CheckboxesField } from '../../../../shared/web/forms/fields/CheckboxesField.tsx';
import { SwitchField } from '../../../../shared/web/forms/fields/SwitchField.tsx';
import { TextField } from '../../../../shared/web/forms/fields/TextField.tsx';
import { faultAt } from '../../../../shared/web/forms/record.model.ts';
import { useRecordForm } from '../../../../shared/web/forms/use-record-form.ts';
import { ErrorState } from '../../../../shared/web/ui/ErrorState.tsx';
import { DEFAULT_WEBHOOK_KIND, readReceiver } from '../../webhook.model.ts';
import { type Webhook, webhooksCalls } from '../../webhooks.contract.ts';
import { AlarmSelectionFields } from '../AlarmSelectionFields.public.tsx';

/** A webhook in the one answer that holds its secret. */
export interface FreshWebhook {
  name: string;
  secret: string;
}

type WebhookValues = Pick<Webhook, 'name' | 'url' | 'enabled' | 'types' | 'codes' | 'proj_codes' | 'kinds'>;
const NEW: WebhookValues = {
  name: '',
  url: '',
  enabled: true,
  types: ['E', 'W'],
  codes: null,
  proj_codes: null,
  kinds: [DEFAULT_WEBHOOK_KIND],
};

const sendsAlarms = (kinds: readonly string[] = []): boolean => kinds.includes(DEFAULT_WEBHOOK_KIND);

/** What narrows alarms; where they are not sent, a list that was left empty out of sight is all of them. */
function alarmsOf({ kinds, types, codes }: WebhookValues): Pick<WebhookValues, 'types' | 'codes'> {
  if (sendsAlarms(kinds)) return { types, codes };
  return { types: types.length > 0 ? types : NEW.types, codes: codes?.length === 0 ? null : codes };
}

interface Props {
  /** Null: a new one. */
  webhook: Webhook | null;
  onMade: (made: FreshWebhook) => void;
  onClose: () => void;
}

/** What the receiver is notified of: alarms, and what other areas publish. */
function Kinds() {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useCall(notificationsCalls.kinds);
  if (!data && error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton height={64} radius={8} aria-busy="true" />;
  const options = data.map(({ kind, label }) => ({ value: kind, label }));
  return <CheckboxesField name="kinds" label={t('hook.kinds')} options={options} />;
}

/** Makes or changes a webhook. */
export function WebhookDialog({ webhook, onMade, onClose }: Props) {
  const { t } = useTranslation('notifications');
  const form = useRecordForm({
    call: webhook ? webhooksCalls.changeWebhook : webhooksCalls.createWebhook,
    ...(webhook && { params: { id: String(webhook.id) } }),
    record: (webhook ?? NEW) as WebhookValues,
    toBody: (values) => ({ ...values, ...alarmsOf(values), url: values.url.trim() }),
    check: ({ url }) => {
      const receiver = readReceiver(url.trim());
      return 'url' in receiver ? [] : [faultAt('url', `url_${receiver.fault}`)];
    },
    words: 'notifications',
    onSaved: (saved) => {
      if ('secret' in saved) onMade(saved);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={webhook ? t('hook.change_title', { name: webhook.name }) : t('hook.create')}
      {...(webhook ? {} : { submit: t('hook.create') })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('hook.name')}
        description={t('hook.name_hint')}
        maxLength={80}
        data-autofocus
      />
      <TextField
        name="url"
        label={t('hook.url')}
        description={t('hook.url_hint')}
        type="url"
        maxLength={2000}
        spellCheck={false}
      />
      <Kinds />
      <AlarmSelectionFields all={t('what.all_company')} alarms={sendsAlarms(form.form.watch('kinds'))} />
      <SwitchField name="enabled" label={t('hook.enabled')} />
    </FormDialog>
  );
}

import { useTranslation } from 'react-i18next';
import { allowLine } from '../../../../shared/contract/allow-line.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { WebhookFault } from '../../webhook.model.ts';
import type { Webhook } from '../../webhooks.contract.ts';

export type WebhookState = 'off' | 'failing' | 'delivered' | 'unused';

/** How a webhook stands, in a word. */
export function webhookStateOf({ enabled, failing_since, delivered_at }: Webhook): WebhookState {
  if (!enabled) return 'off';
  if (failing_since !== null) return 'failing';
  return delivered_at === null ? 'unused' : 'delivered';
}

/** Why a delivery failed, in the reader's language; what is to be done where something can be. */
export function useFaultLabels(): (fault: WebhookFault) => string {
  const { t } = useTranslation('notifications');
  const { id_client } = useCompany();
  return ({ code, params }) => {
    const { address: host, port } = params;
    const command =
      typeof host === 'string' && typeof port === 'number' ? allowLine(id_client, { host, port }) : undefined;
    return t(`delivery_fault.${code}`, { ...params, command });
  };
}

import type { In } from '../../../../shared/contract/call.ts';
import type { Webhook, webhooksCalls } from '../../webhooks.contract.ts';
import type { AlarmSelectionForm } from './alarm-selection-form.model.ts';

export interface WebhookForm extends AlarmSelectionForm {
  name: string;
  url: string;
  enabled: boolean;
}

export function webhookFormOf(webhook: Webhook | null): WebhookForm {
  if (!webhook)
    return {
      name: '',
      url: '',
      enabled: true,
      which_plants: 'all',
      proj_codes: [],
      which_codes: 'all',
      codes: [],
      types: ['E', 'W'],
    };
  const { name, url, enabled, proj_codes, codes, types } = webhook;
  return {
    name,
    url,
    enabled,
    types,
    which_plants: proj_codes === null ? 'all' : 'some',
    proj_codes: proj_codes ?? [],
    which_codes: codes === null ? 'all' : 'some',
    codes: codes ?? [],
  };
}

export function webhookBodyOf(form: WebhookForm): In<(typeof webhooksCalls)['createWebhook']['body']> {
  const { name, url, enabled, types, which_plants, proj_codes, which_codes, codes } = form;
  return {
    name: name.trim(),
    url: url.trim(),
    enabled,
    types,
    proj_codes: which_plants === 'all' ? null : proj_codes,
    codes: which_codes === 'all' ? null : codes,
  };
}

export type WebhookState = 'off' | 'failing' | 'delivered' | 'unused';

/** How a webhook stands, in a word. */
export function webhookStateOf({ enabled, failing_since, delivered_at }: Webhook): WebhookState {
  if (!enabled) return 'off';
  if (failing_since !== null) return 'failing';
  return delivered_at === null ? 'unused' : 'delivered';
}

/** How a receiver tells that a message is ours: Node, without a library, and as it is pasted. */
export const VERIFY_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: whsec_…  headers, body: as they came, unparsed
export function isGenuine(secret, headers, body) {
  const id = headers['webhook-id'];
  const at = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - at) > 300) return false;
  const key = Buffer.from(secret.slice(6), 'base64');
  const own = createHmac('sha256', key)
    .update(\`\${id}.\${at}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ')
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((one) => one.length === own.length
      && timingSafeEqual(one, own));
}
`;

import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, as it is shown: the convention's prefix and the key in base64. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export interface SignedMessage {
  readonly id: string;
  /** Of this attempt. */
  readonly at: Date;
  readonly body: string;
}

/** The head of a message by the convention of Standard Webhooks: who has the secret can tell that it is ours, whole and new. */
export function signedHeaders(secret: string, { id, at, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

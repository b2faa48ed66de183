import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the key of these links is derived by. */
export const MAIL_STOP_KEY = 'alarm mail stop';

export interface MailOwner {
  readonly company_id: number;
  readonly user_id: number;
}

const TAG_BYTES = 24;
const tagOf = (key: Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest().subarray(0, TAG_BYTES);

/** What proves, without a sign-in, whose alarm mail of which company is to stop. It opens nothing else and does not run out: mail is kept. */
export function stopToken(key: Uint8Array, { company_id, user_id }: MailOwner): string {
  const text = `${company_id}.${user_id}`;
  return `${text}.${tagOf(key, text).toString('base64url')}`;
}

/** Whose mail a token stands for; undefined for any that is not ours. */
export function readStopToken(key: Uint8Array, token: string): MailOwner | undefined {
  const [, company, user, tag = ''] = /^([1-9]\d{0,9})\.([1-9]\d{0,15})\.([\w-]{32})$/.exec(token) ?? [];
  if (company === undefined || user === undefined || Number(company) > 2_147_483_647) return undefined;
  const received = Buffer.from(tag, 'base64url');
  const own = tagOf(key, `${company}.${user}`);
  if (received.length !== own.length || !timingSafeEqual(received, own)) return undefined;
  return { company_id: Number(company), user_id: Number(user) };
}

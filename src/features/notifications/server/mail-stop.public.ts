import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the key of these links is derived by. */
export const MAIL_STOP_KEY = 'alarm mail stop';

export interface MailOwner {
  readonly company_id: number;
  readonly user_id: number;
  /** Whose mail is to stop; without it alarms', whose links were the first. */
  readonly kind?: string;
}

const TAG_BYTES = 24;
const tagOf = (key: Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest().subarray(0, TAG_BYTES);

const textOf = ({ company_id, user_id, kind }: MailOwner): string =>
  `${company_id}.${user_id}${kind === undefined ? '' : `.${kind}`}`;

/** What proves, without a sign-in, whose mail of which kind and company is to stop. It opens nothing else and does not run out: mail is kept. */
export function stopToken(key: Uint8Array, owner: MailOwner): string {
  const text = textOf(owner);
  return `${text}.${tagOf(key, text).toString('base64url')}`;
}

/** Whose mail a token stands for; undefined for any that is not ours. */
export function readStopToken(key: Uint8Array, token: string): MailOwner | undefined {
  const [, company, user, kind, tag = ''] =
    /^([1-9]\d{0,9})\.([1-9]\d{0,15})\.(?:([\w.-]{1,60})\.)?([\w-]{32})$/.exec(token) ?? [];
  if (company === undefined || user === undefined || Number(company) > 2_147_483_647) return undefined;
  const received = Buffer.from(tag, 'base64url');
  const owner = { company_id: Number(company), user_id: Number(user), ...(kind !== undefined && { kind }) };
  const own = tagOf(key, textOf(owner));
  if (received.length !== own.length || !timingSafeEqual(received, own)) return undefined;
  return owner;
}

import { z } from 'zod';
import type { NetworkReach } from '../endpoints/reach.ts';
import { type GuardedAnswer, NotReached, requestGuarded } from '../guarded-request.ts';
import type { SmsSettings } from '../sms-settings.ts';
import { type SmsPort, SmsUndelivered } from './sms-provider.ts';

const URL_OF_TWILIO = 'https://api.twilio.com';
const WITHIN_MS = 20_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const WORDS = 200;

const Fault = z.object({ code: z.number().optional(), message: z.string().default('') });

interface TwilioDeps {
  readonly settings: Pick<SmsSettings, 'url' | 'account' | 'key' | 'sender'>;
  readonly reach: NetworkReach;
  readonly within_ms?: number;
}

/** Twilio's Messages resource, twilio.com/docs/messaging/api/message-resource: a form with To, From and Body, signed in by Basic. */
export function twilio({ settings, reach, within_ms = WITHIN_MS }: TwilioDeps): SmsPort {
  const { url = URL_OF_TWILIO, account = '', key = '', sender = '' } = settings;
  const authorization = `Basic ${Buffer.from(`${account}:${key}`).toString('base64')}`;
  return async ({ to_number, text }) => {
    const answer = await requestGuarded({
      method: 'POST',
      url: `${url}/2010-04-01/Accounts/${account}/Messages.json`,
      headers: {
        authorization,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to_number, From: sender, Body: text }).toString(),
      max_bytes: MAX_ANSWER_BYTES,
      reach,
      within_ms,
    }).catch((error: unknown) => {
      if (!(error instanceof NotReached)) throw new SmsUndelivered('broken', false);
      throw new SmsUndelivered(error.code, false, error.asked);
    });
    if (answer.status !== 201) throw refusalOf(answer, [account, key]);
  };
}

/** What it refused. A wrong number stays wrong; who may not sign in, or asked too often, may later. */
function refusalOf({ status, body }: GuardedAnswer, secrets: readonly string[]): SmsUndelivered {
  const { code, message } = faultIn(body);
  let words = `${status}${code === undefined ? '' : ` (${code})`} ${message}`.trim();
  for (const secret of secrets.filter((one) => one.length > 2)) words = words.replaceAll(secret, '…');
  words = words.replace(/\bhttps?:\S+/gi, '…').replace(/[\p{Cc}\s]+/gu, ' ');
  return new SmsUndelivered(words.slice(0, WORDS), status === 400);
}

function faultIn(body: Buffer): z.infer<typeof Fault> {
  try {
    return Fault.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return { message: '' };
  }
}

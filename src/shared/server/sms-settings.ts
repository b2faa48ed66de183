import { z } from 'zod';

/** Who sends text messages; the first is nobody. */
export const SMS_PROVIDERS = ['none', 'twilio'] as const;
export type SmsProviderName = (typeof SMS_PROVIDERS)[number];

export interface SmsSettings {
  readonly provider: SmsProviderName;
  /** Where it is asked; undefined: at its own public address. Without a slash at its end. */
  readonly url: string | undefined;
  readonly account: string | undefined;
  readonly key: string | undefined;
  readonly sender: string | undefined;
}

/** What the environment says of text messages. The descriptions are what docs/settings.md lists. */
export const smsEnvironment = {
  SMS_PROVIDER: z
    .enum(SMS_PROVIDERS, `must be one of ${SMS_PROVIDERS.join(', ')}`)
    .default('none')
    .describe('who sends text messages: none (they are kept, `npm run admin -- outbox` prints them), twilio'),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://api.twilio.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where that provider is asked instead of at its public address'),
  SMS_ACCOUNT: z
    .string()
    .regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits')
    .optional()
    .describe("the account at the provider, Twilio's Account SID"),
  SMS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be a key without spaces')
    .optional()
    .describe("the provider's key, Twilio's Auth Token"),
  SMS_SENDER: z
    .string()
    .regex(
      /^(\+[1-9]\d{5,14}|[A-Za-z0-9 ]{1,11})$/,
      'must be a number such as +390212345678, or a name of 11 letters',
    )
    .optional()
    .describe('number or name that text messages come from'),
};

type Values = z.output<z.ZodObject<typeof smsEnvironment>>;

export function* smsFaults({ SMS_PROVIDER, SMS_URL, ...needed }: Values): Generator<string> {
  if (SMS_PROVIDER === 'none' && SMS_URL !== undefined) yield 'SMS_PROVIDER must say who sends at SMS_URL';
  const { SMS_ACCOUNT, SMS_KEY, SMS_SENDER } = needed;
  for (const [name, value] of Object.entries({ SMS_ACCOUNT, SMS_KEY, SMS_SENDER }))
    if (SMS_PROVIDER !== 'none' && value === undefined)
      yield `${name} must be set when SMS_PROVIDER is ${SMS_PROVIDER}`;
}

export const smsSettings = (values: Values): SmsSettings => ({
  provider: values.SMS_PROVIDER,
  url: values.SMS_URL,
  account: values.SMS_ACCOUNT,
  key: values.SMS_KEY,
  sender: values.SMS_SENDER,
});

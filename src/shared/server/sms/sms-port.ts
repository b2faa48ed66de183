import type { Config } from '../config.ts';
import { publicReach } from '../endpoints/public-reach.ts';
import type { SmsPort } from './sms-provider.ts';
import { twilio } from './twilio.ts';

/** Who sends text messages by the settings; undefined where nobody does. */
export function createSmsPort({
  sms,
  outboundAllow,
}: Pick<Config, 'sms' | 'outboundAllow'>): SmsPort | undefined {
  if (sms.provider === 'none') return undefined;
  return twilio({ settings: sms, reach: publicReach(outboundAllow) });
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { localDay, PORTAL_CLOCK } from '../../units/zones.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../tenancy.ts';
import { type Channel, countOne, holdCounts } from './day-limits.repository.ts';

/** How many messages a company sends in a day where people typed the address. */
export interface DayLimits {
  /** Mails to addresses that are no accounts of the company. */
  readonly mail: number;
  /** Text messages. */
  readonly sms: number;
  /** Mails to one address, text messages to one number. */
  readonly to_address: number;
}

const most = (usual: number) => {
  const message = 'must be a whole number from 0 to 1000000';
  return z.coerce.number(message).int(message).min(0, message).max(1_000_000, message).default(usual);
};

/** What the environment says of them. The descriptions are what docs/settings.md lists. */
export const dayLimitsEnvironment = {
  MAIL_PER_COMPANY_DAY: most(2000).describe(
    'mails that a company sends in a day to addresses that are no accounts of it',
  ),
  SMS_PER_COMPANY_DAY: most(100).describe('text messages that a company sends in a day'),
  MESSAGES_PER_ADDRESS_DAY: most(20).describe(
    'mails that one address, and text messages that one number, gets from a company in a day',
  ),
};

export const dayLimits = (values: z.output<z.ZodObject<typeof dayLimitsEnvironment>>): DayLimits => ({
  mail: values.MAIL_PER_COMPANY_DAY,
  sms: values.SMS_PER_COMPANY_DAY,
  to_address: values.MESSAGES_PER_ADDRESS_DAY,
});

export const USUAL_LIMITS: DayLimits = dayLimits(z.object(dayLimitsEnvironment).parse({}));

const SENTENCES: Readonly<Record<Channel, Readonly<Record<'all' | 'address', (most: number) => string>>>> = {
  mail: {
    all: (most) =>
      `A company sends ${most} mails a day at most to addresses outside: go on after midnight, Italian time`,
    address: (most) =>
      `One address is sent ${most} mails a day at most: this one is sent more after midnight, Italian time`,
  },
  sms: {
    all: (most) => `A company sends ${most} text messages a day at most: go on after midnight, Italian time`,
    address: (most) =>
      `One number is sent ${most} text messages a day at most: this one is sent more after midnight, Italian time`,
  },
};

/** As many messages were sent today as may be. A call is refused by it; a job waits. */
export class DayIsFull extends AppError {
  /** When the next day begins. */
  readonly until: Date;
  /** Whether nothing more goes out of the company, or only to this address. */
  readonly of_company: boolean;
  constructor(message: string, { until, now, of_company }: { until: Date; now: Date; of_company: boolean }) {
    super('limit', message, { retryAfter_s: Math.ceil((until.getTime() - now.getTime()) / 1000) });
    this.name = 'DayIsFull';
    this.until = until;
    this.of_company = of_company;
  }
}

/** What counting takes of whoever sends. */
export interface Counting {
  /** Digests of addresses need it. */
  readonly key: Uint8Array;
  readonly limits: DayLimits;
  now(): Date;
}

/** Where a message goes. */
export interface Reached {
  readonly channel: Channel;
  readonly address: string;
  /** Whether it is an address that people typed, and not that of an account of the company. */
  readonly outside: boolean;
}

function placeOf({ key, now }: Counting, { channel, address }: Reached) {
  const at = now();
  const { day, end } = localDay(PORTAL_CLOCK, at.getTime());
  const text = `${channel} ${address.toLowerCase()}`;
  return {
    at,
    until: new Date(end),
    of: { day, channel },
    digest: createHmac('sha256', key).update(text).digest(),
  };
}

/** Why nothing more may be sent there today; what is asked for in this transaction afterwards stays as it is said here. */
export async function dayIsFull(counting: Counting, tx: Tx, to: Reached): Promise<DayIsFull | undefined> {
  const { at: now, until, of, digest } = placeOf(counting, to);
  const { limits } = counting;
  const sent = await holdCounts(tx, of, digest);
  const words = SENTENCES[to.channel];
  if (to.outside && sent.all >= limits[to.channel])
    return new DayIsFull(words.all(limits[to.channel]), { until, now, of_company: true });
  if (sent.to_address >= limits.to_address)
    return new DayIsFull(words.address(limits.to_address), { until, now, of_company: false });
  return undefined;
}

/** Counts a message that goes out with the transaction. @throws DayIsFull */
export async function countMessage(counting: Counting, tx: Tx, to: Reached): Promise<void> {
  const full = await dayIsFull(counting, tx, to);
  if (full) throw full;
  const { of, digest } = placeOf(counting, to);
  await countOne(tx, of, { address: digest, outside: to.outside });
}

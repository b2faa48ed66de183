import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/units/zones.ts';

/** What a webhook is sent that names no kinds: alarms, as before there were others. */
export const DEFAULT_WEBHOOK_KIND = 'alarm';

/** How long after each failed attempt the next one follows; after the last of them a message is given up. */
export const RETRY_WAITS_MS = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const;

export const MAX_ATTEMPTS = RETRY_WAITS_MS.length + 1;
const JITTER = 0.2;

/**
 * When a message is tried again that was tried so often; undefined when it is given up.
 * @param random from 0 to 1: receivers that come back are not met by everything at once
 */
export function retryAt(attempts: number, now: number, random: number): number | undefined {
  const wait = RETRY_WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : now + wait * (1 + JITTER * (2 * random - 1));
}

export const MAX_PACE_MS = 15 * MINUTE_MS;

/**
 * Before when nothing more is sent to a webhook of which so many attempts in a row have failed; null for one: a receiver
 * may dislike a single message. What waits for it is many messages, each with attempts of its own.
 */
export function pacedUntil(failures: number, now: number): number | null {
  if (failures < 2) return null;
  return now + Math.min(MAX_PACE_MS, 10_000 * 2 ** Math.min(10, failures - 2));
}

/** So many messages wait at most for a webhook that fails; one that answers is behind as long as it needs. */
export const MAX_WAITING_MESSAGES = 10_000;

/** Between two attempts that are further apart nothing was tried: longer than the longest wait for the next one. */
export const STILL_TRYING_MS = 13 * HOUR_MS;

/** A webhook is switched off when nothing was delivered in so many days of trying. */
export const SWITCHED_OFF_AFTER_DAYS = 5;

/** @param failing_ms how long it has been tried in vain: the times between its failed attempts, without those in which none was made */
export function isHopeless(failing_ms: number, failures: number): boolean {
  return failures >= MAX_ATTEMPTS && failing_ms >= SWITCHED_OFF_AFTER_DAYS * DAY_MS;
}

export const WEBHOOK_FAULTS = [
  'not_allowed',
  'not_encrypted',
  'name_unknown',
  'no_connection',
  'tls',
  'timeout',
  'broken',
  'status',
  'gone',
  'secret_lost',
  'backlog',
] as const;
/** Why a delivery failed: a code, and what it needs to be said in words. */
export interface WebhookFault {
  readonly code: (typeof WEBHOOK_FAULTS)[number];
  readonly params: Readonly<Record<string, string | number>>;
}

/** The address of a receiver as it is kept, or what is wrong with it. */
export function readReceiver(
  text: string,
): { url: string } | { fault: 'address' | 'scheme' | 'credentials' } {
  if (!URL.canParse(text)) return { fault: 'address' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { fault: 'scheme' };
  if (url.username !== '' || url.password !== '') return { fault: 'credentials' };
  url.hash = '';
  return url.hostname === '' ? { fault: 'address' } : { url: url.href };
}

import type { ApiKey } from '../../companies.contract.ts';

export type KeyState = 'live' | 'expired' | 'revoked';

/** How a key stands; a revoked one stays revoked when it runs out. */
export function stateOf({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'live';
}

export const EXPIRIES = ['never', 'days_30', 'year', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

/**
 * When a key ends that is made now, or null for never.
 * @param date YYYY-MM-DD of the reader's calendar: the key holds until that day is over
 */
export function expiresAt(expiry: Expiry, date: string | null, now: Date): string | null {
  if (expiry === 'never' || (expiry === 'date' && date === null)) return null;
  const end = expiry === 'date' ? new Date(`${date}T23:59:59`) : new Date(now);
  if (expiry === 'days_30') end.setDate(end.getDate() + 30);
  if (expiry === 'year') end.setFullYear(end.getFullYear() + 1);
  return end.toISOString();
}

/** What the examples are filled with. */
export interface Installation {
  /** Such as https://portal.example.com. */
  origin: string;
  company: number;
  /** Undefined: the reader fills it in. */
  key?: string | undefined;
  plant?: string | undefined;
  device?: string | undefined;
  /** Whether the key is the whole company's: then a device is named with its plant. */
  wholeCompany: boolean;
  now: Date;
}

const keyLine = ({ key }: Installation) => `KEY='${key ?? 'mk_…'}'`;

// A backslash at the end of a line joins it with the next: the lines fit a phone, and still work as they are pasted.
const JOINED = '\\\n';

/** Sends one reading of now: a shell command that works as it is pasted. */
export function sendExample(given: Installation): string {
  const { origin, plant = 'PLANT-1', device = 'INV1', wholeCompany } = given;
  const name = wholeCompany ? `${plant}/${device}` : device;
  const body = [
    '{"readings":[{',
    `"device":"${name}",`,
    '"ts":"$(date -u +%FT%TZ)",',
    '"values":{"ac_power_kw":412.5}}]}',
  ].map((part) => part.replaceAll('"', '\\"'));
  return [
    keyLine(given),
    `curl -X POST "${origin}${JOINED}/ingest/v1/readings/" \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d "${body.join(JOINED)}"`,
  ].join('\n');
}

const readHeaders = ({ company }: Installation) => [
  '  -H "Authorization: Bearer $KEY" \\',
  `  -H 'id-client: ${company}'`,
];

/** The plants as they are now. */
export function cardsExample(given: Installation): string {
  const address = `curl "${given.origin}${JOINED}/api/v1/plants-card-list/" \\`;
  return [keyLine(given), address, ...readHeaders(given)].join('\n');
}

/** A plant's power of today by this browser's clock, hour by hour. */
export function readingsExample(given: Installation): string {
  const { origin, plant = 'PLANT-1', now } = given;
  const midnight = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString().slice(0, 19);
  const address = [
    origin,
    `/api/v1/results-data/?proj_code=${plant}`,
    '&quantities=ac_power_kw&resolution=hour',
    `&start=${midnight(0)}Z`,
    `&end=${midnight(1)}Z`,
  ].join(JOINED);
  return [keyLine(given), `curl "${address}" \\`, ...readHeaders(given)].join('\n');
}

import type { CloudAccess } from '../../../../shared/server/cloud-settings.ts';
import type { NetworkReach } from '../../../../shared/server/endpoints/reach.ts';
import { type GuardedAnswer, NotReached, requestGuarded } from '../../../../shared/server/guarded-request.ts';
import { waitAfter } from '../../../../shared/server/retry-after.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/units/zones.ts';
import type { Vendor } from './vendor.ts';

/** What came of a question: an answer, or why not and for how long the vendor is to be left alone. */
export type Outcome = { readonly answer: unknown } | { readonly fault: string; readonly pause_ms?: number };

export interface AskDeps {
  readonly vendor: Vendor;
  readonly access: Pick<CloudAccess, 'url'> & { readonly key: string };
  readonly reach: NetworkReach;
}

/** What a vendor answers to a question of more hours than it tells at once, among others: of one that is no longer than documented something else is wrong. */
export const TOO_LONG = 'status_400';

const WITHIN_MS = 15_000;
/** A week of quarters of some inverters with all that they tell. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Asks a vendor one question. Never throws: whatever comes back is an answer or a fault, and no address or key is told. */
export async function askVendor(
  { vendor, access, reach }: AskDeps,
  path: string,
  now: number,
): Promise<Outcome> {
  try {
    const answer = await requestGuarded({
      method: 'GET',
      url: `${access.url ?? vendor.url}${path}`,
      headers: { accept: 'application/json', 'user-agent': 'Meridiana', ...vendor.headers(access.key) },
      max_bytes: MAX_ANSWER_BYTES,
      reach,
      within_ms: WITHIN_MS,
    });
    return refusalOf(answer, now) ?? read(answer);
  } catch (error) {
    return { fault: error instanceof NotReached ? error.code : 'broken' };
  }
}

function refusalOf({ status, headers, whole }: GuardedAnswer, now: number): Outcome | undefined {
  if (status === 429 || status === 503) {
    const retry = headers['retry-after'];
    // Without one the quota of the day or month is used up.
    const otherwise_ms = status === 429 ? DAY_MS / 4 : 15 * MINUTE_MS;
    const bounds = { least_ms: MINUTE_MS, most_ms: 31 * DAY_MS, otherwise_ms };
    return { fault: status === 429 ? 'too_many' : 'status_503', pause_ms: waitAfter(retry, now, bounds) };
  }
  if (status === 401) return { fault: 'key_refused', pause_ms: HOUR_MS };
  if (status === 403 || status === 404) return { fault: 'site_refused' };
  if (status === 400) return { fault: TOO_LONG };
  if (status !== 200) return { fault: `status_${status}` };
  return whole ? undefined : { fault: 'too_large' };
}

function read({ body }: GuardedAnswer): Outcome {
  try {
    return { answer: JSON.parse(body.toString('utf8')) };
  } catch {
    return { fault: 'unreadable' };
  }
}

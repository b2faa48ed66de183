import { type FoundPlace, MAX_PLACES } from '../../contract/places.contract.ts';
import { HOUR_MS } from '../../units/zones.ts';
import type { NetworkReach } from '../endpoints/reach.ts';
import type { GeocoderSettings } from '../geocoder-settings.ts';
import { type GuardedAnswer, NotReached, requestGuarded } from '../guarded-request.ts';
import { waitAfter } from '../retry-after.ts';
import type { Geocoder, Question } from './geocoder.ts';

/** What came of a question: places, or why not and for how long the geocoder is to be left alone. */
export type Outcome =
  | { readonly places: readonly FoundPlace[] }
  | { readonly fault: string; readonly pause_ms?: number };

export interface AskDeps {
  readonly geocoder: Geocoder;
  readonly settings: Pick<GeocoderSettings, 'url' | 'key'>;
  readonly reach: NetworkReach;
  /** Says whose program asks: geocoders turn away whoever does not. */
  readonly userAgent: string;
  readonly within_ms?: number;
}

const WITHIN_MS = 8_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const PAUSE = { least_ms: 1_000, most_ms: 24 * HOUR_MS, otherwise_ms: 60_000 };

/** Asks where an address stands. Never throws: whatever comes back is places or a fault, and no address or key is told. */
export async function askGeocoder(deps: AskDeps, question: Question, now: number): Promise<Outcome> {
  const { geocoder, settings, reach, userAgent, within_ms = WITHIN_MS } = deps;
  const { path, headers = {}, ...request } = geocoder.ask(question, settings.key);
  try {
    const answer = await requestGuarded({
      ...request,
      url: `${settings.url ?? geocoder.url}${path}`,
      headers: { ...headers, accept: 'application/json', 'user-agent': userAgent },
      max_bytes: MAX_ANSWER_BYTES,
      reach,
      within_ms,
    });
    return refusalOf(answer, now) ?? read(geocoder, answer);
  } catch (error) {
    return { fault: error instanceof NotReached ? error.code : 'broken' };
  }
}

function refusalOf({ status, headers, whole }: GuardedAnswer, now: number): Outcome | undefined {
  if (status === 429 || status === 503)
    return {
      fault: status === 429 ? 'too_many' : 'status_503',
      pause_ms: waitAfter(headers['retry-after'], now, PAUSE),
    };
  // Asked again and again by somebody whom it refuses, a geocoder shuts the door altogether.
  if (status === 401 || status === 403) return { fault: 'refused', pause_ms: HOUR_MS };
  if (status !== 200) return { fault: `status_${status}` };
  return whole ? undefined : { fault: 'too_large' };
}

function read(geocoder: Geocoder, { body }: GuardedAnswer): Outcome {
  try {
    return { places: geocoder.read(JSON.parse(body.toString('utf8'))).slice(0, MAX_PLACES) };
  } catch {
    return { fault: 'unreadable' };
  }
}

import type { NetworkReach } from '../../../shared/server/endpoints/reach.ts';
import { type GuardedAnswer, NotReached, requestGuarded } from '../../../shared/server/guarded-request.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { HOUR_MS } from '../../../shared/units/zones.ts';
import type { Place } from '../weather.model.ts';
import { addressOf, type ProviderAnswer, type WeatherProvider } from './providers/provider.ts';

/** What came of a question: the weather, or why not and for how long the provider is to be left alone. */
export type Outcome =
  | { readonly answer: ProviderAnswer }
  | { readonly fault: string; readonly pause_ms?: number };

export interface AskDeps {
  readonly provider: WeatherProvider;
  readonly settings: Pick<WeatherSettings, 'apiKey' | 'url'>;
  readonly reach: NetworkReach;
  readonly unknown: (code: string) => void;
  readonly within_ms?: number;
}

const WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 512 * 1024;
/** Quotas end with a day or a month: who names a longer pause than that is mistaken. */
const [MIN_PAUSE_MS, MAX_PAUSE_MS] = [60_000, 31 * 24 * HOUR_MS];
const PAUSE_MS = 15 * 60_000;

/** Asks for the weather of a place. Never throws: whatever comes back is an answer or a fault, and no address or key is told. */
export async function askProvider(deps: AskDeps, place: Place, now: number): Promise<Outcome> {
  const { provider, settings, reach, within_ms = WITHIN_MS } = deps;
  try {
    const answer = await requestGuarded({
      method: 'GET',
      url: addressOf(provider, settings, place),
      headers: { accept: 'application/json', 'user-agent': 'Meridiana' },
      max_bytes: MAX_ANSWER_BYTES,
      reach,
      within_ms,
    });
    return refusalOf(answer, now) ?? read(deps, place, answer, now);
  } catch (error) {
    return { fault: error instanceof NotReached ? error.code : 'broken' };
  }
}

function refusalOf({ status, headers, whole }: GuardedAnswer, now: number): Outcome | undefined {
  if (status === 429 || status === 503)
    return {
      fault: status === 429 ? 'too_many' : 'status_503',
      pause_ms: pauseOf(headers['retry-after'], now),
    };
  // Asked again and again with a key that is refused, a provider shuts the door altogether.
  if (status === 401 || status === 403) return { fault: 'key_refused', pause_ms: HOUR_MS };
  if (status !== 200) return { fault: `status_${status}` };
  return whole ? undefined : { fault: 'too_large' };
}

function read({ provider, unknown }: AskDeps, place: Place, { body }: GuardedAnswer, now: number): Outcome {
  try {
    const answer = provider.read(JSON.parse(body.toString('utf8')), { place, now, unknown });
    return answer.hours.length > 0 ? { answer } : { fault: 'no_hours' };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** What Retry-After says, in seconds or as a date, within bounds. */
export function pauseOf(retryAfter: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim();
  const said = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(said) ? Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, said)) : PAUSE_MS;
}

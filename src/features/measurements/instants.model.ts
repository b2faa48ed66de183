import { DAY_MS, MINUTE_MS } from '../../shared/units/zones.ts';
import type { RefusalCode } from './refusals.model.ts';

/** Live times: from 400 days ago to ten minutes ahead. // model: Ingest */
const OLDEST_MS = 400 * DAY_MS;
const AHEAD_MS = 10 * MINUTE_MS;

const ISO = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/** Epoch ms of an instant as deliveries write it: ISO 8601 with an offset, or epoch milliseconds; undefined otherwise. */
export function parseInstant(ts: unknown): number | undefined {
  if (typeof ts === 'number') return Number.isFinite(ts) ? Math.round(ts) : undefined;
  if (typeof ts !== 'string') return undefined;
  const parts = ISO.exec(ts);
  if (!parts) return undefined;
  const [, year, month, day] = parts;
  // Date.parse would turn 30 February into 2 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined;
  const parsed = Date.parse(ts.replace(',', '.'));
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** What a bare number of ticks is taken for: between 2001 and 2286 each unit has figures that no other has. */
export function unitOfTicks(ticks: number): 's' | 'ms' | 'us' | 'ns' | undefined {
  if (ticks >= 1e9 && ticks < 1e10) return 's';
  if (ticks >= 1e12 && ticks < 1e13) return 'ms';
  if (ticks >= 1e15 && ticks < 1e16) return 'us';
  return ticks >= 1e18 && ticks < 1e19 ? 'ns' : undefined;
}

/** Why an instant is not taken, looked at now; undefined for one that is. */
export function faultOfInstant(ts: number, now: number): RefusalCode | undefined {
  if (ts < now - OLDEST_MS) return 'too_old';
  return ts > now + AHEAD_MS ? 'in_future' : undefined;
}

/** Turns the repeated instants of a delivery into numbers once. */
export class Instants {
  readonly #now: number;
  #last: unknown;
  #read: number | RefusalCode = 'bad_ts';

  constructor(now: number) {
    this.#now = now;
  }

  /** Epoch ms, or why not. */
  read(ts: unknown): number | RefusalCode {
    if (ts !== this.#last) {
      this.#last = ts;
      this.#read = this.#judge(ts);
    }
    return this.#read;
  }

  #judge(ts: unknown): number | RefusalCode {
    const parsed = parseInstant(ts);
    if (parsed === undefined) return 'bad_ts';
    const fault = faultOfInstant(parsed, this.#now);
    if (fault === undefined) return parsed;
    const unit = typeof ts === 'number' ? unitOfTicks(ts) : undefined;
    return unit === undefined || unit === 'ms' ? fault : `looks_like_${unit}`;
  }
}

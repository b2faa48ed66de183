import type pg from 'pg';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { keepableName } from '../refusals.model.ts';
import { addRefused, lockRefused, type RefusedCount, type RefusedSource } from './refused.repository.ts';

const FLUSH_EVERY_MS = 5000;
/** Rows of a company: who sends other names each time must not fill the table, nor this program's memory. */
export const MAX_KINDS = 500;
const MAX_REASON = 200;
/** Of them for what is one kind too many, one for each way in. */
const RESERVED = 3;

export interface Refused {
  company_id: number;
  source: RefusedSource;
  /**
   * `proj_code/short_name` of a known device: who sees its plant sees the count. Of any other, with the reason
   * unknown_device, what it called itself, anything at all; it is cut to 80 characters.
   */
  device: unknown;
  /** A short code or sentence of the program's own, without anything from outside. */
  reason: string;
  /** Readings. */
  count: number;
}

interface Deps {
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  now?: () => Date;
  every_ms?: number;
}

type Kinds = Map<string, RefusedCount>;
const keyOf = ({ source, device, reason }: Pick<RefusedCount, 'source' | 'device' | 'reason'>): string =>
  `${source}/${reason}/${device}`;

function merge(kinds: Kinds, one: RefusedCount): void {
  const known = kinds.get(keyOf(one));
  if (!known) {
    kinds.set(keyOf(one), { ...one });
    return;
  }
  known.count += one.count;
  if (one.first_at < known.first_at) known.first_at = one.first_at;
  if (one.last_at > known.last_at) known.last_at = one.last_at;
}

const asOther = (one: RefusedCount): RefusedCount => ({ ...one, device: '', reason: 'other' });

/** Counts that fit beside those that stand; what would be one kind too many is counted as another. */
function withinBounds(counts: Iterable<RefusedCount>, standing: ReadonlySet<string>): RefusedCount[] {
  const kept: Kinds = new Map();
  let fresh = 0;
  for (const one of counts) {
    const known = standing.has(keyOf(one)) || kept.has(keyOf(one));
    const fits = known || standing.size + fresh < MAX_KINDS - RESERVED;
    if (!known && fits) fresh++;
    merge(kept, fits ? one : asOther(one));
  }
  return [...kept.values()];
}

/**
 * Counts readings that came and could not be stored, for whoever looks after the devices. Counting costs a look into a
 * map; the table is written every few seconds and at the end, apart from the readings' own transactions.
 */
export class RefusedReadings {
  readonly #deps: Deps;
  readonly #now: () => Date;
  #waiting = new Map<number, Kinds>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => new Date());
  }

  /** Adds readings to the count. Never throws, never waits. */
  countRefused({ company_id, source, device, reason, count }: Refused): void {
    if (!(count > 0)) return;
    const at = this.#now();
    const short = reason.slice(0, MAX_REASON) || 'other';
    this.#add(company_id, {
      source,
      device: keepableName(device),
      reason: short,
      count,
      first_at: at,
      last_at: at,
    });
    this.#timer ??= setTimeout(() => void this.flush(), this.#deps.every_ms ?? FLUSH_EVERY_MS).unref();
  }

  /** Writes what has been counted; what cannot be written just now is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#writeAll());
    return this.#flushing;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  #add(company_id: number, one: RefusedCount): void {
    let kinds = this.#waiting.get(company_id);
    if (!kinds) {
      kinds = new Map();
      this.#waiting.set(company_id, kinds);
    }
    merge(kinds, kinds.size < MAX_KINDS || kinds.has(keyOf(one)) ? one : asOther(one));
  }

  async #writeAll(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [company_id, kinds] of waiting) {
      try {
        await this.#write(company_id, kinds);
      } catch (err) {
        this.#deps.log.warn({ err, company_id }, 'refused readings could not be counted just now');
        for (const one of kinds.values()) this.#add(company_id, one);
      }
    }
  }

  #write(company_id: number, kinds: Kinds): Promise<void> {
    return inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
      const standing = new Set((await lockRefused(tx)).map(keyOf));
      await addRefused(tx, withinBounds(kinds.values(), standing));
    });
  }
}

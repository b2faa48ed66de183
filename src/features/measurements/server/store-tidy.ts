import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { inScope, type Scope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { DAY_MS } from '../../../shared/units/zones.ts';
import { PACKED_AFTER_MS } from './day-making.ts';
import { OldLayoutMover } from './old-layout-mover.ts';
import { markOpenDays } from './open-days.ts';
import { dropEmptyMonth, listMonths } from './readings.repository.ts';
import { joinLanded } from './stretch-joining.ts';
import { emptyLanding } from './stretches.repository.ts';

/** Days of one company in one turn: less than a second's work. */
const PORTION = 100;
const BETWEEN_PORTIONS_MS = 500;
const FIRST_MS = 60_000;
const EVERY_MS = 600_000;
/** The correction's own distance: readings of the last days may still come through it. */
const MONTH_OVER_MS = 2 * DAY_MS;

export interface TidyOptions {
  pool: pg.Pool;
  log: { warn(fields: object, message: string): void };
  /** Makes marked days, and packs those that are old enough; answers how many. */
  recompute(scope: Scope, atMost: number): Promise<number>;
  clock?: () => number;
  firstMs?: number;
  /** Tells whether there is room for what is moved to another layout; yes without it. */
  disk?: { hasRoomFor(bytes: number): boolean };
}

/**
 * Lets days leave the hot table that grew old without a new reading, and months that are empty by then; joins what is packed
 * in small pieces; moves what an older version stored.
 */
export class StoreTidy {
  readonly #options: TidyOptions;
  readonly #mover: OldLayoutMover;
  #next: number;
  #wasIdle = false;

  constructor(options: TidyOptions) {
    this.#options = options;
    this.#mover = new OldLayoutMover(options);
    this.#next = performance.now() + (options.firstMs ?? FIRST_MS);
  }

  /** A small portion of the work when it is due. Answers in how many milliseconds there may be more. */
  async turn(): Promise<number> {
    const due = this.#next - performance.now();
    if (due > 0) return due;
    const done = (await this.#packSome()) + (await this.#joinSome()) + (await this.#mover.turn());
    if (done === 0) await this.#dropMonths();
    // A turn later nobody looks any more at what stood where before things were joined and moved.
    if (done === 0 && this.#wasIdle) await this.#freeRoom();
    this.#wasIdle = done === 0;
    const wait_ms = done > 0 ? BETWEEN_PORTIONS_MS : EVERY_MS;
    this.#next = performance.now() + wait_ms;
    return wait_ms;
  }

  get #now(): number {
    return this.#options.clock?.() ?? Date.now();
  }

  async #packSome(): Promise<number> {
    const { pool, log, recompute } = this.#options;
    const before = new Date(this.#now - PACKED_AFTER_MS);
    let packed = 0;
    for (const company_id of await listEnabledCompanies(pool)) {
      const scope = scopeOfWork(company_id);
      try {
        const marked = await inScope(pool, scope, (tx) => markOpenDays(tx, before, PORTION));
        if (marked > 0) packed += await recompute(scope, PORTION);
      } catch (err) {
        log.warn({ err, company_id }, "a company's old days could not be packed; their marks stand");
      }
    }
    return packed;
  }

  /** Joins small stretches of companies into whole ones. */
  async #joinSome(): Promise<number> {
    const { pool, log } = this.#options;
    let joined = 0;
    for (const company_id of await listEnabledCompanies(pool)) {
      await joinLanded(pool, scopeOfWork(company_id), { now: this.#now, atMost: PORTION })
        .then((devices) => {
          joined += devices;
        })
        .catch((err: unknown) => log.warn({ err, company_id }, "a company's stretches could not be joined"));
    }
    return joined;
  }

  async #freeRoom(): Promise<void> {
    for (const landing of [0, 1]) await emptyLanding(this.#options.pool, landing);
    await this.#mover.freeRoom();
  }

  async #dropMonths(): Promise<void> {
    const { pool, log } = this.#options;
    for (const month of await listMonths(pool)) {
      const [year = 0, number = 1] = month.split('-').map(Number);
      if (Date.UTC(year, number) > this.#now - MONTH_OVER_MS) continue;
      await dropEmptyMonth(pool, month).catch((err: unknown) =>
        log.warn({ err, month }, 'an empty month could not be dropped; it is tried again'),
      );
    }
  }
}

import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import { readingAge, readingsStored } from '../../../shared/server/metrics.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { AHEAD_OF_CLOCK_MS, countReadings, orderRows, type ReadingRow } from '../readings.model.ts';
import { Announcer } from './announcer.ts';
import { NewestInstants } from './newest-instants.ts';
import { mustBeHot, packPast, partRows, touchedDays } from './past-readings.ts';
import {
  announceReadings,
  type DevicePlace,
  ensurePartition,
  findRowTypes,
  listDevicePlaces,
  type RowTypes,
} from './readings.repository.ts';
import { addNewRows, mergeRows } from './write-rows.ts';

export interface WriterOptions {
  /** Told after a commit, at most once a second for each company; by default a notice on the channel `readings`. */
  announce?: (company_id: number) => Promise<void>;
  clock?: () => number;
  /** Instants of a device in days that are over, from which on they are packed at once; fewer go through the hot table. */
  packedFrom?: number;
  /** Told when a notice could not be given; the readings are stored all the same. */
  onError?: (error: unknown) => void;
}

export interface Written {
  /** Rows that are new or changed. */
  rows: number;
  /** Readings in the delivery, after merging; all of them are on disk, new or repeated. */
  readings: number;
}

/** More rows than that are history: they are merged, statement after statement. */
const FLIGHT = 4000;
const PLACE_KEPT_MS = 10_000;
const TRIES = 4;
/** A day of quarters. */
const PACKED_FROM = 96;

/** Missing partition (a month that is new), deadlock, serialization: the same work done again succeeds. */
const WORTH_REPEATING = new Set(['23514', '40P01', '40001']);
const DUPLICATE_KEY = '23505';

/**
 * The one way in for readings, whatever they came by. When `write` has returned they are on disk; repeating a
 * delivery changes nothing.
 */
export class ReadingWriter {
  readonly #pool: pg.Pool;
  readonly #clock: () => number;
  readonly #announcer: Announcer;
  readonly #packedFrom: number;
  readonly #months = new Set<string>();
  readonly #places = new Map<string, { place: DevicePlace; until: number }>();
  readonly #newest = new NewestInstants();
  #types: Promise<RowTypes> | undefined;

  constructor(pool: pg.Pool, options: WriterOptions = {}) {
    this.#pool = pool;
    this.#clock = options.clock ?? Date.now;
    this.#packedFrom = options.packedFrom ?? PACKED_FROM;
    const announce = options.announce ?? ((company_id: number) => announceReadings(pool, company_id));
    this.#announcer = new Announcer(announce, options.onError);
  }

  /**
   * Stores rows of one company's devices in one transaction.
   * @throws AppError not_found when a device is unknown, foreign or of a plant outside the scope; nothing is stored then.
   */
  async write(scope: Scope, batch: readonly ReadingRow[]): Promise<Written> {
    const rows = orderRows(batch);
    if (rows.length === 0) return { rows: 0, readings: 0 };
    const places = await this.#placesOf(scope, rows);
    const readings = rows.reduce((sum, row) => sum + countReadings(row), 0);
    const written = await this.#store(scope, rows, places);
    this.#newest.keep(scope.company_id, rows);
    readingsStored.inc(readings);
    readingAge.observe((this.#clock() - rows.reduce((newest, { ts }) => Math.max(newest, ts), 0)) / 1000);
    if (written > 0) this.#announcer.tell(scope.company_id);
    return { rows: written, readings };
  }

  /** Asks for the devices' places anew: one that was kept may be of a device that is gone. */
  forgetPlaces(): void {
    this.#places.clear();
    this.#newest.forget();
  }

  /** Gives the notices that are still due. */
  async close(): Promise<void> {
    await this.#announcer.close();
  }

  async #store(
    scope: Scope,
    rows: readonly ReadingRow[],
    places: ReadonlyMap<number, DevicePlace>,
  ): Promise<number> {
    this.#types ??= findRowTypes(this.#pool);
    const types = await this.#types.catch((error: unknown) => {
      this.#types = undefined;
      throw error;
    });
    const clock = this.#clock();
    // Who sees some plants alone cannot mark what is calculated in others.
    const packedFrom = scope.plants === 'all' ? this.#packedFrom : Number.POSITIVE_INFINITY;
    let { now, past } = partRows(rows, places, { now: clock, packedFrom });
    let isNew = past.length === 0 && rows.length <= FLIGHT && this.#newest.precede(scope.company_id, rows);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#ensureMonths(now);
        return await inScope(this.#pool, scope, async (tx) => {
          const write = { rows: now, newest: this.#withoutAhead(rows), days: () => touchedDays(now, places) };
          if (isNew) return addNewRows(tx, write, types);
          const before = past.length > 0 ? await packPast(tx, past, { places, now: clock }) : 0;
          return mergeRows(tx, write, { types, before });
        });
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (isNew && code === DUPLICATE_KEY) {
          isNew = false;
          continue;
        }
        if (past.length > 0 && mustBeHot(error)) {
          [now, past] = [rows, []];
          continue;
        }
        if (attempt >= TRIES || !WORTH_REPEATING.has(code)) throw error;
        this.#months.clear();
      }
    }
  }

  /** What is ahead of the clock is the newest later on. */
  #withoutAhead(rows: readonly ReadingRow[]): readonly ReadingRow[] {
    const until = this.#clock() + AHEAD_OF_CLOCK_MS;
    return rows.some(({ ts }) => ts > until) ? rows.filter(({ ts }) => ts <= until) : rows;
  }

  async #ensureMonths(rows: readonly ReadingRow[]): Promise<void> {
    const missing = new Set<string>();
    let last = Number.NaN;
    for (const row of rows) {
      const hour = Math.floor(row.ts / 3_600_000);
      if (hour === last) continue;
      last = hour;
      const month = new Date(row.ts).toISOString().slice(0, 7);
      if (!this.#months.has(month)) missing.add(month);
    }
    for (const month of missing) {
      await ensurePartition(this.#pool, month);
      this.#months.add(month);
    }
  }

  async #placesOf(scope: Scope, rows: readonly ReadingRow[]): Promise<Map<number, DevicePlace>> {
    const now = this.#clock();
    const found = new Map<number, DevicePlace>();
    const resolved: number[] = [];
    let last = Number.NaN;
    for (const { device_id } of rows) {
      if (device_id === last) continue;
      last = device_id;
      const kept = this.#places.get(`${scope.company_id}/${device_id}`);
      if (kept && kept.until > now) found.set(device_id, kept.place);
      else resolved.push(device_id);
    }
    if (resolved.length > 0) {
      const places = await inScope(this.#pool, scope, (tx) => listDevicePlaces(tx, resolved), 'read only');
      for (const place of places) {
        found.set(place.device_id, place);
        this.#places.set(`${scope.company_id}/${place.device_id}`, { place, until: now + PLACE_KEPT_MS });
      }
    }
    for (const { device_id } of rows) {
      const place = found.get(device_id);
      if (!place || !(scope.plants === 'all' || scope.plants.includes(place.plant_id)))
        throw new AppError('not_found', 'Not found');
    }
    return found;
  }
}

import type pg from 'pg';
import { AppError } from '../../../shared/server/errors.ts';
import { readingAge, readingsStored } from '../../../shared/server/metrics.ts';
import { inScope, type Scope } from '../../../shared/server/tenancy.ts';
import { localDay } from '../../../shared/units/zones.ts';
import { AHEAD_OF_CLOCK_MS, countReadings, lastRows, orderRows, type ReadingRow } from '../readings.model.ts';
import { Announcer } from './announcer.ts';
import {
  announceReadings,
  type DeviceDay,
  type DevicePlace,
  ensurePartition,
  findRowTypes,
  listDevicePlaces,
  markDays,
  type RowTypes,
  upsertLast,
  upsertObs,
} from './readings.repository.ts';

export interface WriterOptions {
  /** Told after a commit, at most once a second for each company; by default a notice on the channel `readings`. */
  announce?: (company_id: number) => Promise<void>;
  clock?: () => number;
  /** Told when a notice could not be given; the readings are stored all the same. */
  onError?: (error: unknown) => void;
}

export interface Written {
  /** Rows that are new or changed. */
  rows: number;
  /** Readings in the delivery, after merging; all of them are on disk, new or repeated. */
  readings: number;
}

/** Rows in one statement: enough to make its cost small, few enough to keep its parameter small. */
const ROWS_AT_ONCE = 2000;
/** Values of one statement, said or not: 13 bytes each. */
const SLOTS_AT_ONCE = 250_000;
const PLACE_KEPT_MS = 10_000;
const TRIES = 4;

/** Missing partition (a month that is new), deadlock, serialization: the same work done again succeeds. */
const WORTH_REPEATING = new Set(['23514', '40P01', '40001']);

/**
 * The one way in for readings, whatever they came by. When `write` has returned they are on disk; repeating a
 * delivery changes nothing.
 */
export class ReadingWriter {
  readonly #pool: pg.Pool;
  readonly #clock: () => number;
  readonly #announcer: Announcer;
  readonly #months = new Set<string>();
  readonly #places = new Map<string, { place: DevicePlace; until: number }>();
  #types: Promise<RowTypes> | undefined;

  constructor(pool: pg.Pool, options: WriterOptions = {}) {
    this.#pool = pool;
    this.#clock = options.clock ?? Date.now;
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
    const days = touchedDays(rows, places);
    const readings = rows.reduce((sum, row) => sum + countReadings(row), 0);
    const written = await this.#store(scope, rows, days);
    readingsStored.inc(readings);
    readingAge.observe((this.#clock() - rows.reduce((newest, { ts }) => Math.max(newest, ts), 0)) / 1000);
    if (written > 0) this.#announcer.tell(scope.company_id);
    return { rows: written, readings };
  }

  /** Asks for the devices' places anew: one that was kept may be of a device that is gone. */
  forgetPlaces(): void {
    this.#places.clear();
  }

  /** Gives the notices that are still due. */
  async close(): Promise<void> {
    await this.#announcer.close();
  }

  async #store(scope: Scope, rows: readonly ReadingRow[], days: readonly DeviceDay[]): Promise<number> {
    this.#types ??= findRowTypes(this.#pool);
    const types = await this.#types.catch((error: unknown) => {
      this.#types = undefined;
      throw error;
    });
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#ensureMonths(rows);
        return await inScope(this.#pool, scope, async (tx) => {
          let changed = 0;
          // Encoded one after another: all at once would take more memory than the rows themselves.
          for (const part of partsOf(rows)) changed += await upsertObs(tx, part, types);
          if (changed === 0) return 0;
          const last = lastRows(this.#withoutAhead(rows));
          const moved = last.length > 0 && upsertLast(tx, last, types);
          await Promise.all([moved, markDays(tx, days)]);
          return changed;
        });
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
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

/** Rows in pieces that are small enough for one statement. */
function* partsOf(rows: readonly ReadingRow[]): Generator<ReadingRow[]> {
  let [from, slots] = [0, 0];
  for (const [at, { values }] of rows.entries()) {
    if (at > from && (at - from >= ROWS_AT_ONCE || slots + values.length > SLOTS_AT_ONCE)) {
      yield rows.slice(from, at);
      [from, slots] = [at, 0];
    }
    slots += values.length;
  }
  yield rows.slice(from);
}

/**
 * Days whose rows these readings change, ordered. A reading within one interval of midnight also ends the time that
 * the last reading of the day before stands for.
 */
function touchedDays(rows: readonly ReadingRow[], places: ReadonlyMap<number, DevicePlace>): DeviceDay[] {
  const days = new Map<string, DeviceDay>();
  let current = { device_id: Number.NaN, start: 0, end: 0 };
  for (const { device_id, ts } of rows) {
    const place = places.get(device_id);
    if (!place) continue;
    if (current.device_id === device_id && ts >= current.start && ts < current.end) continue;
    const { day, start, end } = localDay(place.time_zone, ts);
    if (ts - place.interval_s * 1000 < start) {
      const before = localDay(place.time_zone, start - 1).day;
      days.set(`${device_id}/${before}`, { device_id, day: before });
    }
    days.set(`${device_id}/${day}`, { device_id, day });
    current = { device_id, start, end };
  }
  return [...days.values()].sort((a, b) => a.device_id - b.device_id || (a.day < b.day ? -1 : 1));
}

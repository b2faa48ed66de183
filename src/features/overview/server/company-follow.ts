import { isDeepStrictEqual } from 'node:util';
import { lockLiveFigures } from '../../../shared/server/live/live.repository.ts';
import { notifyLive } from '../../../shared/server/live/notice.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { DayReadings } from '../day-energy.model.ts';
import {
  beginPlant,
  type Figures,
  figuresOf,
  mustBegin,
  type PlantState,
  rollDay,
  type SourceDay,
  sameFigures,
} from '../follow.model.ts';
import { closedQuarters, QUARTER_MS, quarterSums } from '../quarters.model.ts';
import type { SlotOf } from '../sources.model.ts';
import {
  type DayQuery,
  type HeardPoint,
  listDayBegins,
  listEntered,
  listLastPoints,
  listLastReadings,
  listQuarterMeans,
  listReadings,
  listStructure,
  saveFigures,
  saveSparks,
} from './follow.repository.ts';

/** Days that began late are looked at again so often: older readings may have come in since. */
const LOOK_BACK_EVERY_MS = 5_000;
/** Days whose beginning is asked for in one query. */
const DAYS_AT_ONCE = 200;
/** Readings that one query may answer, as a rule: after a restart thousands of plants have most of a day to read. */
const READINGS_AT_ONCE = 50_000;

interface Counted {
  readonly state: PlantState;
  readonly source: SourceDay;
}

/** What is known of one company between two looks; thrown away whole when a look fails. */
export class CompanyFollow {
  readonly #states: readonly PlantState[];
  readonly #slots: readonly SlotOf[];
  readonly #codes: ReadonlyMap<number, string>;
  readonly #saved: Map<number, Figures>;
  #lookedBack_ms = 0;

  private constructor(states: readonly PlantState[], saved: ReadonlyMap<number, Figures>) {
    this.#states = states;
    this.#saved = new Map(saved);
    this.#slots = states.flatMap(({ power, energy, sensors }) => [...power, ...energy, ...sensors]);
    this.#codes = new Map(states.map(({ plant }) => [plant.plant_id, plant.proj_code]));
  }

  /** Begins with the company's plants as they are now; what is known of plants that did not change is taken over. */
  static async begin(tx: Tx, now: number, before?: CompanyFollow): Promise<CompanyFollow> {
    const known = new Map((before ? before.#states : []).map((state) => [state.plant.plant_id, state]));
    const states = (await listStructure(tx)).map((plant) => {
      const state = known.get(plant.plant_id);
      return state && isDeepStrictEqual(state.plant, plant) ? state : beginPlant(plant, now);
    });
    return new CompanyFollow(states, before ? before.#saved : new Map());
  }

  /** Brings the company's figures up to its readings and tells the browsers of the plants that changed. */
  async follow(tx: Tx, now: number, tellAll: boolean): Promise<void> {
    for (const state of this.#states) rollDay(state, now);
    const [points, lastReadings] = await Promise.all([listLastPoints(tx, this.#slots), listLastReadings(tx)]);
    const pointOf = pairUp(this.#slots, points);
    await this.#carryEnergy(tx, pointOf, now);
    const figures = this.#states.map((state) =>
      figuresOf(
        state,
        {
          power: state.power.map(pointOf),
          sensors: state.sensors.map(pointOf),
          last_reading_at: lastReadings.get(state.plant.plant_id) ?? null,
        },
        now,
      ),
    );
    const changed = figures.filter((f) => !sameFigures(this.#saved.get(f.plant_id), f));
    const sparks = await this.#drawSparks(tx, now);
    if (changed.length > 0 || sparks.length > 0 || tellAll) await this.#save(tx, changed, sparks, tellAll);
  }

  async #save(tx: Tx, changed: Figures[], sparks: PlantState[], tellAll: boolean): Promise<void> {
    await lockLiveFigures(tx);
    const plants = new Set(await saveFigures(tx, changed));
    const lines = sparks.map(({ plant, spark }) => ({ plant_id: plant.plant_id, spark_kw: spark }));
    for (const plant_id of await saveSparks(tx, lines)) plants.add(plant_id);
    const notified = tellAll ? [...this.#codes.keys()] : [...plants];
    const codes = notified.flatMap((plant_id) => this.#codes.get(plant_id) ?? []);
    await notifyLive(tx, { company_id: tx.scope.company_id, kind: 'plants', codes });
    for (const figures of changed) this.#saved.set(figures.plant_id, figures);
  }

  async #carryEnergy(tx: Tx, pointOf: (slot: SlotOf) => HeardPoint, now: number): Promise<void> {
    const heard = this.#states.flatMap((state) =>
      state.energy
        .filter((source) => (pointOf(source).row_at ?? 0) >= state.today.start)
        .map((source) => ({ state, source })),
    );
    const late = await this.#lookBack(tx, heard, now);
    const begins = heard.filter((one) => late.has(one.source) || mustBegin(one.source, now));
    const newest = ({ source }: Counted) => pointOf(source).row_at ?? 0;
    await beginDays(tx, begins, now);
    await readOn(tx, heard, newest);
    const outdated = heard.filter(({ source }) => source.day?.isOutdated);
    await beginDays(tx, outdated, now);
    await readOn(tx, outdated, newest);
  }

  /** Now and then: the sources whose day began late as it seemed, and begins with something else now. */
  async #lookBack(tx: Tx, heard: readonly Counted[], now: number): Promise<Set<SourceDay>> {
    if (now - this.#lookedBack_ms < LOOK_BACK_EVERY_MS) return new Set();
    this.#lookedBack_ms = now;
    const open = heard.filter(({ state, source }) => source.day?.isWhole(state.today) === false);
    const begins = await listDayBegins(tx, open.map(queryOf));
    const late = open.filter(({ source }, i) => {
      const [known, found] = [source.day, begins[i]];
      if (!known || !found) return false;
      return known.first_at !== found.first_at || !isDeepStrictEqual(known.past.previous, found.previous);
    });
    return new Set(late.map(({ source }) => source));
  }

  /** Asks for the quarters that ended since, and now and then for those still empty; answers the plants with a new line. */
  async #drawSparks(tx: Tx, now: number): Promise<PlantState[]> {
    const due = this.#states.filter((state) => {
      const closed = closedQuarters(state.today, now);
      return state.power.length > 0 && (state.sparkFrom < state.spark.length || state.spark.length < closed);
    });
    const asked = due.map((state) => ({ state, ...windowOf(state, now) }));
    const queries = asked.flatMap(({ state, from, until }) =>
      state.power.map(({ device_id, slot, interval_s }) => ({
        device_id,
        slot,
        start: state.today.start,
        // A slow source's reading before the window may still stand for a quarter inside it.
        from: state.today.start + from * QUARTER_MS - interval_s * 1000,
        until: state.today.start + until * QUARTER_MS,
      })),
    );
    const means = Map.groupBy(await listQuarterMeans(tx, queries), (mean) => mean.source);
    let source = 0;
    for (const { state, from, until } of asked) {
      const sources = state.power.map(({ interval_s }) => ({ source: source++, interval_s }));
      const own = sources.flatMap((s) => means.get(s.source) ?? []);
      const sums = quarterSums({ from, until }, own, sources);
      state.spark = [...state.spark.slice(0, from), ...sums];
      state.sparkFrom = until;
    }
    return due;
  }
}

function windowOf(state: PlantState, now: number): { from: number; until: number } {
  const until = closedQuarters(state.today, now);
  const gaps = until % 4 === 0 && state.spark.includes(null);
  // The quarter before is asked for again: gateways deliver late.
  const from = gaps ? 0 : Math.min(state.sparkFrom, Math.max(0, state.spark.length - 1));
  return { from, until };
}

function queryOf({ state, source }: Counted): DayQuery {
  const { device_id, slot, interval_s } = source;
  return { device_id, slot, interval_s, ...state.today };
}

/** Reads what days begin with: what stood before them, and what people entered. */
async function beginDays(tx: Tx, begins: readonly Counted[], now: number): Promise<void> {
  for (let i = 0; i < begins.length; i += DAYS_AT_ONCE) {
    const some = begins.slice(i, i + DAYS_AT_ONCE);
    const queries = some.map(queryOf);
    const found = await listDayBegins(tx, queries);
    const entered = await listEntered(tx, [...new Set(queries.map((q) => q.device_id))]);
    for (const [k, { state, source }] of some.entries()) {
      const past = {
        previous: found[k]?.previous,
        entered: entered.filter((e) => e.device_id === source.device_id && e.slot === source.slot),
      };
      source.day = new DayReadings(past, source.rule);
      source.begun_at = now;
      source.seen_at = state.today.start - 1;
      // What came in late may have filled quarters that were gaps.
      state.sparkFrom = 0;
    }
  }
}

/** Takes in what was delivered since, up to each source's newest row (epoch ms). */
async function readOn(
  tx: Tx,
  heard: readonly Counted[],
  newest: (counted: Counted) => number,
): Promise<void> {
  for (const some of portions(
    heard.filter((one) => newest(one) > one.source.seen_at),
    newest,
  )) {
    const queries = some.map(({ state, source: { device_id, slot, interval_s, seen_at } }) => ({
      device_id,
      slot,
      after: seen_at,
      until: state.today.end + interval_s * 1000,
    }));
    const readings = await listReadings(tx, queries);
    for (const [k, counted] of some.entries()) {
      const { state, source } = counted;
      for (const reading of readings[k] ?? []) source.day?.add(reading);
      // Counted at once: readings that are final are not kept.
      source.day?.energy(state.today);
      source.seen_at = newest(counted);
    }
  }
}

/** Parts the sources so that one query answers no more than so many readings, each source's rhythm taken for true. */
function* portions(heard: readonly Counted[], newest: (counted: Counted) => number): Generator<Counted[]> {
  let some: Counted[] = [];
  let readings = 0;
  for (const counted of heard) {
    const { seen_at, interval_s } = counted.source;
    readings += 1 + (newest(counted) - seen_at) / (interval_s * 1000);
    some.push(counted);
    if (readings < READINGS_AT_ONCE && some.length < DAYS_AT_ONCE) continue;
    yield some;
    [some, readings] = [[], 0];
  }
  if (some.length > 0) yield some;
}

function pairUp(slots: readonly SlotOf[], points: readonly HeardPoint[]): (slot: SlotOf) => HeardPoint {
  const known = new Map(slots.map((slot, i) => [slot, points[i]]));
  return (slot) => known.get(slot) ?? { value: null, at: null, row_at: null, interval_s: slot.interval_s };
}

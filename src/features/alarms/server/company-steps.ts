import type { Tx } from '../../../shared/server/tenancy.ts';
import {
  type CounterQuarter,
  loadQuarters,
  type Quarter,
  type QuarterQuery,
} from '../../measurements/server/quarter-means.public.ts';
import { STEP_MS, type Steps } from '../evaluation/watched.model.ts';
import { listRemarkedDevices, listStoredQuarters, saveQuarters } from './stored-quarters.repository.ts';
import type { DeviceFacts, SlotFacts } from './watched.repository.ts';

/** Readings may come so late before the quarter that they belong to counts as whole. */
const LATE_MS = 60_000;
/** Quarters that are read again with each new one: late readings count. */
const AGAIN = 2;
/** Quarters that one evaluation reads: the first evaluations of a big company must not be long ones. */
const QUARTERS_AT_ONCE = 12_000;

export interface Source {
  readonly slot: SlotFacts;
  readonly kind: 'gauge' | 'counter';
}

interface Known {
  readonly source: string;
  readonly steps: Steps;
}

const MEASURES_POWER: readonly string[] = ['inverter', 'generator', 'production_meter', 'exchange_meter'];

/** Which variable says what a device makes, or how bright it is; undefined for any other. */
export function sourceOf({ category, slots }: Pick<DeviceFacts, 'category' | 'slots'>): Source | undefined {
  const find = (quantity: string) => slots.find((slot) => slot.quantity === quantity);
  const gauge = find(MEASURES_POWER.includes(category) ? 'ac_power_kw' : 'irradiance_poa_wm2');
  if (gauge) return { slot: gauge, kind: 'gauge' };
  const counter = MEASURES_POWER.includes(category) ? find('energy_export_kwh') : undefined;
  return counter && { slot: counter, kind: 'counter' };
}

/** Ends of the last quarter that counts as whole. */
export const lastWhole = (now: number): number => Math.floor((now - LATE_MS) / STEP_MS) * STEP_MS;

interface Due {
  readonly device: DeviceFacts;
  readonly source: Source;
  readonly wish: QuarterQuery;
}

/** What devices made, quarter by quarter, over the last hours: read as quarters pass, not in each evaluation. */
export class CompanySteps {
  readonly #atOnce: number;
  #known = new Map<number, Known>();
  #begun = false;
  /** End (epoch ms) of the last quarter for which marks were looked at. */
  #marked_at: number | undefined;

  /** @param quartersAtOnce that one evaluation reads from readings, at most */
  constructor(quartersAtOnce = QUARTERS_AT_ONCE) {
    this.#atOnce = quartersAtOnce;
  }

  of(device_id: number): Steps | null {
    return this.#known.get(device_id)?.steps ?? null;
  }

  /**
   * Reads what is new since the last whole quarter, of so many devices at most; `count` quarters are kept, here and in the
   * store: whoever begins goes on from there, and is not blind until all were read again.
   */
  async refresh(
    tx: Tx,
    devices: readonly DeviceFacts[],
    { now, count }: { now: number; count: number },
  ): Promise<void> {
    const end = lastWhole(now);
    if (!this.#begun) await this.#begin(tx);
    await this.#forgetRemarked(tx, end, count);
    const due = atOnce(
      devices.flatMap((device) => this.#dueOf(device, end, count) ?? []),
      this.#atOnce,
    );
    if (due.length === 0) return;
    const [gauges, counters] = (['gauge', 'counter'] as const).map((kind) =>
      due.filter(({ source }) => source.kind === kind),
    );
    const found = await loadQuarters(tx, {
      gauges: (gauges ?? []).map(({ wish }) => wish),
      counters: (counters ?? []).map(({ wish }) => wish),
    });
    this.#take(gauges ?? [], found.gauges, (quarters) => quarters, count);
    this.#take(counters ?? [], found.counters, meansOfCounter, count);
    await saveQuarters(
      tx,
      due.flatMap(({ device: { device_id }, source: { slot, kind } }) => {
        const steps = this.of(device_id);
        return steps ? [{ device_id, slot: slot.slot, counter: kind === 'counter', steps }] : [];
      }),
    );
  }

  async #begin(tx: Tx): Promise<void> {
    for (const { device_id, slot, counter, steps } of await listStoredQuarters(tx))
      this.#known.set(device_id, { source: sourceName(slot, counter ? 'counter' : 'gauge'), steps });
    this.#begun = true;
  }

  /** What people declared bad, or good again, since the last quarter is read anew whole: here, and where it was kept. */
  async #forgetRemarked(tx: Tx, end: number, count: number): Promise<void> {
    if (this.#marked_at === end) return;
    const ends = [...this.#known.values()].map(({ steps }) => steps.end);
    const after = this.#marked_at ?? ends.reduce((min, one) => Math.min(min, one), end);
    const from = new Date(end - count * STEP_MS);
    for (const id of await listRemarkedDevices(tx, { from, after: new Date(after) })) this.#known.delete(id);
    this.#marked_at = end;
  }

  /** Forgets devices that are watched no more. */
  keep(devices: readonly DeviceFacts[]): void {
    const stored = new Set(devices.map((device) => device.device_id));
    for (const id of this.#known.keys()) if (!stored.has(id)) this.#known.delete(id);
  }

  #dueOf(device: DeviceFacts, end: number, count: number): Due | undefined {
    const source = sourceOf(device);
    if (!source) return undefined;
    const known = this.#known.get(device.device_id);
    const isSame = known?.source === nameOf(source) && known.steps.means.length === count;
    if (isSame && known.steps.end >= end) return undefined;
    const min = end - count * STEP_MS;
    const from = isSame ? Math.max(min, known.steps.end - AGAIN * STEP_MS) : min;
    const { device_id } = device;
    // What a counter showed before the first quarter is where that begins.
    const before = source.kind === 'counter' ? STEP_MS : 0;
    return { device, source, wish: { device_id, slot: source.slot.slot, from: from - before, until: end } };
  }

  #take<Q extends Quarter>(
    due: readonly Due[],
    quarters: readonly Q[],
    meansOf: (quarters: readonly Q[]) => readonly Quarter[],
    count: number,
  ): void {
    const byWish = Map.groupBy(quarters, ({ wish }) => wish);
    due.forEach(({ device, source, wish }, i) => {
      const found = meansOf((byWish.get(i) ?? []).toSorted((a, b) => a.at - b.at));
      const before = this.#known.get(device.device_id);
      const known = before?.source === nameOf(source) ? before.steps : undefined;
      const from = wish.from + (source.kind === 'counter' ? STEP_MS : 0);
      const steps = joinSteps(known, found, { from, end: wish.until, count, rhythm_s: source.slot.rhythm_s });
      this.#known.set(device.device_id, { source: nameOf(source), steps });
    });
  }
}

/** The first of them, as many as one look may read. */
function atOnce(due: readonly Due[], max: number): Due[] {
  let left = max;
  const first: Due[] = [];
  for (const one of due) {
    if (left <= 0) break;
    left -= (one.wish.until - one.wish.from) / STEP_MS;
    first.push(one);
  }
  return first;
}

const sourceName = (slot: number, kind: Source['kind']): string => `${slot}/${kind}`;
const nameOf = ({ slot, kind }: Source): string => sourceName(slot.slot, kind);

/** Quarters of a counter (kWh, ascending) as mean power: what it gained since its last showing in the quarter before. */
export function meansOfCounter(quarters: readonly CounterQuarter[]): Quarter[] {
  return quarters.flatMap((quarter, i) => {
    const before = quarters[i - 1];
    if (before?.at !== quarter.at - STEP_MS || quarter.last < before.last) return [];
    const hours = (quarter.last_at - before.last_at) / 3_600_000;
    return hours > 0 ? [{ ...quarter, mean: (quarter.last - before.last) / hours }] : [];
  });
}

interface Stretch {
  readonly from: number;
  readonly end: number;
  readonly count: number;
  readonly rhythm_s: number;
}

/** The last `count` quarters before `end`: as found from `from` on, as known before. */
export function joinSteps(
  known: Steps | undefined,
  found: readonly Quarter[],
  { from, end, count, rhythm_s }: Stretch,
): Steps {
  const byBegin = new Map(found.map((quarter) => [quarter.at, quarter]));
  const begins = Array.from({ length: count }, (_, i) => end - (count - i) * STEP_MS);
  const old = (at: number) =>
    known ? known.means.length - (known.end - at) / STEP_MS : Number.NEGATIVE_INFINITY;
  return {
    end,
    means: begins.map((at) => (at >= from ? byBegin.get(at)?.mean : known?.means[old(at)]) ?? null),
    covered: begins.map((at) => {
      if (at < from) return known?.covered[old(at)] ?? 0;
      return Math.min(1, ((byBegin.get(at)?.n ?? 0) * rhythm_s * 1000) / STEP_MS);
    }),
  };
}

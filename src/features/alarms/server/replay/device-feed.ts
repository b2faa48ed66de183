import type { Readings } from '../../../measurements/columns.model.ts';
import { QUALITIES } from '../../../measurements/measurements.model.ts';
import type { LastValue, WatchedDevice } from '../../evaluation/watched.model.ts';
import { sourceOf } from '../company-steps.ts';
import type { DeviceFacts } from '../watched.repository.ts';
import { StepFeed } from './step-feed.ts';

type Changing<T> = { -readonly [K in keyof T]: T[K] };

const GOOD = 0;
const MISSING = QUALITIES.indexOf('missing');
const FAILED = QUALITIES.indexOf('failed');
const NOTHING: Readings = { ts: new Float64Array(0), columns: [] };

/**
 * A device as the evaluator would have been given it at instants of the past, ascending: from its stored readings, part by
 * part. What `at` answers is one object that changes with the next instant.
 */
export class DeviceFeed {
  readonly facts: DeviceFacts;
  readonly #device: Changing<WatchedDevice>;
  readonly #values: Changing<LastValue>[];
  readonly #steps: StepFeed | undefined;
  readonly #stepSlot: number;
  #readings = NOTHING;
  #next = 0;

  constructor(facts: DeviceFacts, start: number) {
    const { plant_id: _, slots, ...device } = facts;
    this.facts = facts;
    this.#values = slots.map((slot) => ({ ...slot, value: null, at: null, failed: false }));
    const source = sourceOf(facts);
    this.#steps = source && new StepFeed(source, start);
    this.#stepSlot = source?.slot.slot ?? -1;
    this.#device = {
      ...device,
      last_good_at: null,
      // Why it was silent then is not kept.
      reason: null,
      values: this.#values,
      steps: this.#steps?.at(start) ?? null,
    };
  }

  /** The next part of its readings, all slots: it follows the one before. */
  feed(readings: Readings): void {
    this.#takeUntil(Number.POSITIVE_INFINITY);
    this.#readings = readings;
    this.#next = 0;
  }

  /** The device at an instant; undefined before it was there. */
  at(now: number): WatchedDevice | undefined {
    this.#takeUntil(now);
    if (this.#device.last_good_at === null && this.facts.created_at > now) return undefined;
    if (this.#steps) this.#device.steps = this.#steps.at(now);
    return this.#device;
  }

  #takeUntil(now: number): void {
    const { ts } = this.#readings;
    for (; this.#next < ts.length && (ts[this.#next] ?? 0) <= now; this.#next++) this.#take(this.#next);
  }

  #take(i: number): void {
    const { ts, columns } = this.#readings;
    const at = ts[i] ?? 0;
    if (columns.some((column) => isGood(column, i))) this.#device.last_good_at = at;
    for (const last of this.#values) {
      const column = columns[last.slot];
      if (!column) continue;
      if (isGood(column, i)) {
        last.value = column.values[i] ?? null;
        last.at = at;
        last.failed = false;
      } else {
        const quality = column.quality?.[i] ?? GOOD;
        if (quality !== GOOD) last.failed = quality === MISSING || quality === FAILED;
      }
    }
    const step = columns[this.#stepSlot];
    if (this.#steps && step && isGood(step, i)) this.#steps.take(at, step.values[i] ?? 0);
  }
}

function isGood({ values, quality }: Readings['columns'][number], i: number): boolean {
  return !Number.isNaN(values[i] ?? Number.NaN) && (quality?.[i] ?? GOOD) === GOOD;
}

import type { EvaluatedCode } from '../../../notifications/alarm-codes.model.ts';
import { type ActiveAlarm, alarmKey } from '../../evaluation/active-alarm.model.ts';

/** The same fault of the same thing joins its alarm when that closed within this time, as a scheduler does it. */
const JOINS_WITHIN_MS = 8 * 3_600_000;

/** An alarm as it would have been raised. Epoch ms; `end` is null while it would stand. */
export interface RaisedAlarm {
  readonly plant_id: number;
  readonly device_id: number | null;
  readonly port_id: number | null;
  readonly began_at: number;
  readonly opened_at: number;
  readonly end: number | null;
  /** How often it came, the first time included. */
  readonly count: number;
  /** For how long it stood open, times between repeats left out. */
  readonly stood_ms: number;
}

type TalliedAlarm = { -readonly [K in keyof RaisedAlarm]: RaisedAlarm[K] } & {
  since: number;
  alone: boolean;
};

/** Which of an evaluator's alarms are counted. */
export interface Counted {
  readonly code: EvaluatedCode;
  /** Null: of every device. */
  readonly device_id: number | null;
}

/** Gathers the alarms of one kind from what an evaluator says stands, evaluation by evaluation. Those that only follow from others are left out. */
export class AlarmTally {
  readonly #counted: Counted;
  readonly #open = new Map<string, TalliedAlarm>();
  readonly #last = new Map<string, TalliedAlarm>();
  readonly #all: TalliedAlarm[] = [];

  constructor(counted: Counted) {
    this.#counted = counted;
  }

  record(active: readonly ActiveAlarm[], now: number): void {
    const seen = new Set<string>();
    for (const alarm of active) {
      const { code, device_id } = this.#counted;
      if (alarm.code !== code || (device_id !== null && alarm.device_id !== device_id)) continue;
      const key = alarmKey(alarm);
      seen.add(key);
      const kept = this.#open.get(key) ?? this.#begin(key, alarm, now);
      if (alarm.cause === null) kept.alone = true;
    }
    for (const [key, kept] of this.#open) if (!seen.has(key)) this.#close(key, kept, now);
  }

  #begin(key: string, alarm: ActiveAlarm, now: number): TalliedAlarm {
    const last = this.#last.get(key);
    if (last && now - (last.end ?? now) < JOINS_WITHIN_MS) {
      Object.assign(last, { end: null, count: last.count + 1, since: now });
      this.#open.set(key, last);
      return last;
    }
    const { plant_id, device_id, port_id, began_at } = alarm;
    const subject = { plant_id, device_id, port_id };
    const first = { began_at, opened_at: now, end: null, count: 1, stood_ms: 0, since: now, alone: false };
    const kept: TalliedAlarm = { ...subject, ...first };
    this.#all.push(kept);
    this.#open.set(key, kept);
    this.#last.set(key, kept);
    return kept;
  }

  #close(key: string, kept: TalliedAlarm, now: number): void {
    this.#open.delete(key);
    kept.stood_ms += now - kept.since;
    kept.end = now;
  }

  /** The alarms that opened from `from` on, in their order. */
  alarms(from: number, now: number): RaisedAlarm[] {
    return this.#all
      .filter(({ alone, opened_at }) => alone && opened_at >= from)
      .map(({ since, alone: _, ...alarm }) => ({
        ...alarm,
        stood_ms: alarm.stood_ms + (alarm.end === null ? now - since : 0),
      }));
  }
}

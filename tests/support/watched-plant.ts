import { CompanyRules } from '../../src/features/alarms/alarm-rules.model.ts';
import { type ActiveAlarm, subjectKey } from '../../src/features/alarms/evaluation/active-alarm.model.ts';
import { AlarmEvaluator } from '../../src/features/alarms/evaluation/evaluator.model.ts';
import type {
  LastValue,
  WatchedDevice,
  WatchedPlant,
  WatchedPort,
} from '../../src/features/alarms/evaluation/watched.model.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** A summer's morning at the plant of these helpers. */
export const MORNING = Date.parse('2026-06-20T06:00:00Z');

/** The last value of a variable that is read each minute. */
export const lastValue = (
  slot: number,
  quantity: string,
  at: number,
  value: number,
  more: Partial<LastValue> = {},
): LastValue => ({
  slot,
  name: quantity,
  quantity,
  unit: '',
  rhythm_s: 60,
  value,
  at,
  failed: false,
  value_table: null,
  ...more,
});

/** A polled inverter of 100 kW that makes 50 and was last heard at an instant. */
export const inverterAt = (
  device_id: number,
  at: number,
  more: Partial<WatchedDevice> = {},
): WatchedDevice => ({
  device_id,
  short_name: `INV${device_id}`,
  category: 'inverter',
  port_id: 1,
  section_id: null,
  nominal_power: 100,
  rhythm_s: 60,
  polled: true,
  created_at: MORNING - 900 * HOUR,
  last_good_at: at,
  reason: null,
  values: [lastValue(0, 'ac_power_kw', at, 50)],
  steps: null,
  ...more,
});

export const portOf = (port_id: number, more: Partial<WatchedPort> = {}): WatchedPort => ({
  port_id,
  name: `port ${port_id}`,
  connected: true,
  reason: null,
  since: 0,
  ...more,
});

export const plantOf = (
  devices: readonly WatchedDevice[],
  ports: readonly WatchedPort[] = [portOf(1)],
): WatchedPlant => ({
  plant_id: 1,
  proj_code: 'P1',
  production_type: 'photovoltaic',
  latitude: 41.9,
  longitude: 12.5,
  created_at: 0,
  ports,
  devices,
});

/** Alarms as `device/port/code`, with ` < ` what they follow from. */
export const shown = (alarms: readonly ActiveAlarm[]): string[] =>
  alarms.map((alarm) => subjectKey(alarm) + (alarm.cause === null ? '' : ` < ${alarm.cause}`));

/** One evaluator of one plant, run every 20 seconds by the standard rules, from the morning on. */
export class Days {
  readonly #plant: (now: number) => WatchedPlant;
  readonly #rules = new CompanyRules([]);
  #evaluator = new AlarmEvaluator({ open: [], state: null, now: MORNING });
  #now = MORNING;
  active: readonly ActiveAlarm[] = [];
  /** What was active, in order; '' is nothing. */
  readonly story: string[] = [];

  constructor(plant: (now: number) => WatchedPlant) {
    this.#plant = plant;
  }

  /** Lets time pass until so many minutes after the morning; answers the whole story. */
  until(minute: number): readonly string[] {
    for (; this.#now < MORNING + minute * MINUTE; this.#now += 20_000) {
      this.active = this.#evaluator.evaluate([this.#plant(this.#now)], this.#rules, this.#now);
      const all = shown(this.active).join(', ');
      if (all !== this.story.at(-1)) this.story.push(all);
    }
    return this.story;
  }

  /** Another evaluator goes on from the state of this one. */
  restart(): void {
    const state = JSON.parse(JSON.stringify(this.#evaluator.state()));
    this.#evaluator = new AlarmEvaluator({ open: this.active, state, now: this.#now });
  }
}

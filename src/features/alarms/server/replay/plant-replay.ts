import type { Readings } from '../../../measurements/columns.model.ts';
import type { CompanyRules } from '../../alarm-rules.model.ts';
import type { EvaluationState } from '../../evaluation/active-alarm.model.ts';
import { AlarmEvaluator, MAX_EVALUATION_GAP_MS } from '../../evaluation/evaluator.model.ts';
import type { WatchedPlant, WatchedPort } from '../../evaluation/watched.model.ts';
import type { DeviceFacts, PlantFacts } from '../watched.repository.ts';
import { AlarmTally, type Counted, type RaisedAlarm } from './alarm-tally.ts';
import { DeviceFeed } from './device-feed.ts';

export interface ReplayOptions {
  readonly plant: PlantFacts;
  readonly devices: readonly DeviceFacts[];
  /** Those that devices are polled through; how they were is not kept: silence behind them speaks for them. */
  readonly ports: readonly Pick<WatchedPort, 'port_id' | 'name'>[];
  /** Of the first evaluation. Epoch ms, as all instants here. */
  readonly start: number;
  /** Between two evaluations. */
  readonly step_ms: number;
  /** What is usual of devices that send by themselves, as it is known today; without it nothing of it is known. */
  readonly rhythms?: EvaluationState['rhythms'];
  /** Sets of rules, each evaluated on its own over the same readings. */
  readonly rules: readonly CompanyRules[];
  readonly counted: Counted;
}

interface Run {
  readonly evaluator: AlarmEvaluator;
  readonly rules: CompanyRules;
  readonly tally: AlarmTally;
}

/** Replays the past of one plant, step by step, exactly as live data is evaluated. */
export class PlantReplay {
  readonly devices: readonly DeviceFeed[];
  readonly #options: ReplayOptions;
  readonly #ports: readonly WatchedPort[];
  readonly #runs: readonly Run[];
  #now: number;

  constructor(options: ReplayOptions) {
    const { start, step_ms, counted } = options;
    this.#options = options;
    this.#now = start;
    this.#ports = options.ports.map(({ port_id, name }) => ({
      port_id,
      name,
      connected: null,
      reason: null,
      since: null,
    }));
    this.devices = options.devices.map((facts) => new DeviceFeed(facts, start));
    const apart_ms = Math.max(MAX_EVALUATION_GAP_MS, 2 * step_ms);
    this.#runs = options.rules.map((rules) => ({
      evaluator: new AlarmEvaluator({
        open: [],
        state: null,
        now: start,
        apart_ms,
        rhythms: options.rhythms ?? {},
      }),
      rules,
      tally: new AlarmTally(counted),
    }));
  }

  /** Looks at every step before `until`. The readings, by place of their device, follow those before. */
  run(readings: readonly (Readings | undefined)[], until: number): void {
    for (const [i, feed] of this.devices.entries()) {
      const own = readings[i];
      if (own) feed.feed(own);
    }
    for (; this.#now < until; this.#now += this.#options.step_ms) this.#evaluate(this.#now);
  }

  #evaluate(now: number): void {
    const devices = this.devices.flatMap((feed) => feed.at(now) ?? []);
    // Before its first device was there, nothing of a plant can be seen.
    const plants: WatchedPlant[] =
      devices.length > 0 ? [{ ...this.#options.plant, ports: this.#ports, devices }] : [];
    for (const { evaluator, rules, tally } of this.#runs)
      tally.record(evaluator.evaluate(plants, rules, now), now);
  }

  /** What each set of rules would have raised from `from` on. */
  raised(from: number): RaisedAlarm[][] {
    return this.#runs.map(({ tally }) => tally.alarms(from, this.#now));
  }
}

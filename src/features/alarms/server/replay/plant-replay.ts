import type { Readings } from '../../../measurements/columns.model.ts';
import type { CompanyRules } from '../../alarm-rules.model.ts';
import { AlarmJudge, LOOKS_APART_MS } from '../../judge/judge.model.ts';
import type { JudgeState } from '../../judge/standing.model.ts';
import type { WatchedPlant, WatchedPort } from '../../judge/watched.model.ts';
import type { DeviceFacts, PlantFacts } from '../watched.repository.ts';
import { AlarmTally, type Counted, type RaisedAlarm } from './alarm-tally.ts';
import { DeviceFeed } from './device-feed.ts';

export interface ReplayOf {
  readonly plant: PlantFacts;
  readonly devices: readonly DeviceFacts[];
  /** Those that devices are polled through; how they were is not kept: silence behind them speaks for them. */
  readonly ports: readonly Pick<WatchedPort, 'port_id' | 'name'>[];
  /** Of the first look. Epoch ms, as all instants here. */
  readonly start: number;
  /** Between two looks. */
  readonly step_ms: number;
  /** What is usual of devices that send by themselves, as it is known today; without it nothing of it is known. */
  readonly rhythms?: JudgeState['rhythms'];
  /** Sets of rules, each judged on its own over the same readings. */
  readonly rules: readonly CompanyRules[];
  readonly counted: Counted;
}

interface Run {
  readonly judge: AlarmJudge;
  readonly rules: CompanyRules;
  readonly tally: AlarmTally;
}

/** Lets judges look at the past of one plant, step by step, exactly as they look at what is live. */
export class PlantReplay {
  readonly devices: readonly DeviceFeed[];
  readonly #of: ReplayOf;
  readonly #ports: readonly WatchedPort[];
  readonly #runs: readonly Run[];
  #now: number;

  constructor(of: ReplayOf) {
    const { start, step_ms, counted } = of;
    this.#of = of;
    this.#now = start;
    this.#ports = of.ports.map(({ port_id, name }) => ({
      port_id,
      name,
      connected: null,
      reason: null,
      since: null,
    }));
    this.devices = of.devices.map((facts) => new DeviceFeed(facts, start));
    const apart_ms = Math.max(LOOKS_APART_MS, 2 * step_ms);
    this.#runs = of.rules.map((rules) => ({
      judge: new AlarmJudge({ open: [], state: null, now: start, apart_ms, rhythms: of.rhythms ?? {} }),
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
    for (; this.#now < until; this.#now += this.#of.step_ms) this.#look(this.#now);
  }

  #look(now: number): void {
    const devices = this.devices.flatMap((feed) => feed.at(now) ?? []);
    // Before its first device was there, nothing of a plant can be seen.
    const plants: WatchedPlant[] =
      devices.length > 0 ? [{ ...this.#of.plant, ports: this.#ports, devices }] : [];
    for (const { judge, rules, tally } of this.#runs) tally.take(judge.judge(plants, rules, now), now);
  }

  /** What each set of rules would have raised from `from` on. */
  raised(from: number): RaisedAlarm[][] {
    return this.#runs.map(({ tally }) => tally.alarms(from, this.#now));
  }
}

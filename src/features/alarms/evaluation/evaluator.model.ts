import { HOUR_MS } from '../../../shared/units/zones.ts';
import { isAsleep, restsAtNight } from '../../plants/daylight.model.ts';
import type { CompanyRules } from '../alarm-rules.model.ts';
import { sleptWithinHour } from '../daylight.model.ts';
import {
  type ActiveAlarm,
  alarmKey,
  type EvaluationState,
  type OpenAlarm,
  subjectKey,
  type UnobservedEnd,
} from './active-alarm.model.ts';
import { BatteryTracker } from './battery-tracker.model.ts';
import { causesAmong } from './causes.model.ts';
import {
  evaluateInverterFault,
  evaluateNoProduction,
  evaluateSilence,
  evaluateStrings,
  evaluateUnderExpectation,
  evaluateUnreadProduction,
} from './device-checks.model.ts';
import { type Comparisons, compareInverters } from './expectation.model.ts';
import { Explained, type ExplainedAt } from './explained.model.ts';
import { Links } from './links.model.ts';
import { OwnRhythms, sendsByItself } from './own-rhythms.model.ts';
import {
  evaluateConnections,
  evaluateMeterMismatch,
  evaluateNoData,
  evaluatePlantNoProduction,
} from './plant-checks.model.ts';
import { PlantEvaluation } from './plant-evaluation.model.ts';
import { type PlantSnapshot, snapshotPlant } from './plant-snapshot.model.ts';
import { evaluateImplausibleReadings, evaluateStillReadings } from './reading-checks.model.ts';
import { analyzeReadings, type ReadingAnalyses } from './readings.model.ts';
import { evaluateSnow } from './snow-memory.model.ts';
import { newestEnd } from './step-window.model.ts';
import { WatchStore } from './watch-store.model.ts';
import { STEP_MS, type WatchedDevice, type WatchedPlant } from './watched.model.ts';

/** What cannot be seen, night or day, is not held open for longer than it takes to show itself and this. */
const MAX_OUTLIVED_MS = 2 * HOUR_MS;
/** Nothing was listening when two evaluations are further apart than this. */
export const MAX_EVALUATION_GAP_MS = 120_000;

export interface EvaluatorOptions {
  readonly open: readonly OpenAlarm[];
  /** The state that the evaluator before left; null when there was none. */
  readonly state: EvaluationState | null;
  readonly now: number;
  /** For replays, whose evaluations are further apart. */
  readonly apart_ms?: number;
  /** What is usual of devices that send by themselves, for replays, which cannot know when a reading arrived. */
  readonly rhythms?: EvaluationState['rhythms'];
  /**
   * Called for a plant whose evaluation failed: its alarms and its state stay as they were, and the others are
   * evaluated. Without it the evaluation fails as a whole.
   */
  readonly onFault?: (plant_id: number, error: unknown) => void;
}

interface CachedComparison {
  readonly key: string;
  readonly rules: CompanyRules;
  readonly comparisons: Comparisons;
  readonly readings: ReadingAnalyses;
}

/** What an evaluation produces. */
interface EvaluationOutput {
  readonly watches: WatchStore;
  readonly links: Links;
  readonly unobserved: Map<string, UnobservedEnd>;
}

/** Holds the state of every possible fault of a company between evaluations, and says which alarms should be open. */
export class AlarmEvaluator {
  #watches = new WatchStore();
  readonly #explained: Explained;
  readonly #rhythms: OwnRhythms;
  readonly #learns: boolean;
  readonly #storing: BatteryTracker;
  readonly #apart_ms: number;
  readonly #onFault: EvaluatorOptions['onFault'];
  #evaluated_at: number | null;
  #listening_from: number;
  #links: Links;
  #unobserved: ReadonlyMap<string, UnobservedEnd> = new Map();
  /** Windows end on quarters of an hour: until the next one they say the same. */
  readonly #compared = new Map<number, CachedComparison>();

  /**
   * Begins with the alarms that are open already: they stay so until their fault is seen to be gone; and with what another
   * judge had gathered, if any did.
   */
  constructor({ open, state, now, apart_ms, rhythms, onFault }: EvaluatorOptions) {
    this.#onFault = onFault;
    this.#apart_ms = apart_ms ?? MAX_EVALUATION_GAP_MS;
    this.#evaluated_at = state?.evaluated_at ?? null;
    this.#listening_from = state?.listening_from ?? now;
    this.#explained = new Explained(state?.explained);
    this.#rhythms = new OwnRhythms(rhythms ?? state?.rhythms);
    this.#learns = rhythms === undefined;
    this.#storing = new BatteryTracker(now, state?.storing);
    this.#links = new Links(state ?? {});
    this.#watches.unpack(state?.watches ?? {});
    this.#watches.addOpenAlarms(open);
  }

  /** Evaluates all plants once. What is not evaluated any more (a device that was removed) is forgotten. */
  evaluate(plants: readonly WatchedPlant[], rules: CompanyRules, now: number): ActiveAlarm[] {
    this.#noteClock(now);
    const watches = new WatchStore();
    const links = new Links();
    const unobserved = new Map<string, UnobservedEnd>();
    const usualOf = ({ device_id }: WatchedDevice) => this.#rhythms.usual_ms(device_id);
    const listening_ms = now - this.#listening_from;
    const active = plants.flatMap((plant) => {
      try {
        this.#learn(plant, now);
        return this.#evaluatePlant(snapshotPlant({ plant, rules, now, listening_ms, usualOf }), {
          watches,
          links,
          unobserved,
        });
      } catch (error) {
        if (!this.#onFault) throw error;
        watches.keep(plant.plant_id, this.#watches.of(plant.plant_id) ?? new Map());
        links.takeOver(plant.plant_id, this.#links.pack());
        this.#onFault(plant.plant_id, error);
        return [];
      }
    });
    this.#rhythms.keep(new Set(plants.flatMap(({ devices }) => devices.filter(sendsByItself).map(idOf))));
    this.#watches = watches;
    this.#links = links;
    this.#unobserved = unobserved;
    return active;
  }

  /**
   * What was silent while nobody listened, or while the clock was set, may have spoken. What a clock that was ahead has
   * stamped counts from now on: nothing waits until the time has come that it showed.
   */
  #noteClock(now: number): void {
    if (this.#evaluated_at === null || Math.abs(now - this.#evaluated_at) > this.#apart_ms) {
      this.#listening_from = now;
      this.#rhythms.missed();
    }
    this.#evaluated_at = now;
    this.#listening_from = Math.min(this.#listening_from, now);
    this.#explained.dropFuture(now);
    this.#links.dropFuture(now);
    this.#storing.dropFuture(now);
  }

  /** What ended in the last evaluation without having been observed to be over, by key, and why. */
  get unobserved(): ReadonlyMap<string, UnobservedEnd> {
    return this.#unobserved;
  }

  #evaluatePlant(snapshot: PlantSnapshot, { watches, links, unobserved }: EvaluationOutput): ActiveAlarm[] {
    const { plant_id } = snapshot.plant;
    const evaluation = new PlantEvaluation(snapshot, {
      before: this.#watches.of(plant_id),
      apart_ms: this.#apart_ms,
    });
    this.#runChecks(evaluation);
    const found = this.#resolveCauses(evaluation, links);
    watches.keep(plant_id, evaluation.next);
    for (const [key, why] of evaluation.unobserved) unobserved.set(`${plant_id}/${key}`, why);
    return found;
  }

  /** What the next evaluator goes on from. */
  state(): EvaluationState {
    return { ...this.gathered(), rhythms: this.#rhythms.pack() };
  }

  /** Changes when something was learnt of devices that send by themselves: only then their rhythms need to be kept. */
  get learnt(): number {
    return this.#rhythms.learnt;
  }

  /** The same without what is learnt of rhythms, which is long and hardly ever changes. */
  gathered(): Omit<EvaluationState, 'rhythms'> {
    const now = this.#evaluated_at ?? 0;
    return {
      evaluated_at: this.#evaluated_at,
      listening_from: this.#listening_from,
      watches: this.#watches.pack(now),
      ...this.#links.pack(),
      explained: this.#explained.pack(now),
      storing: this.#storing.pack(now),
    };
  }

  /** Learns what is usual of devices that send by themselves. */
  #learn(plant: WatchedPlant, now: number): void {
    for (const device of plant.devices.filter(sendsByItself)) {
      const rested = (from: number) =>
        restsAtNight(device.category) && (isAsleep(plant, from + HOUR_MS) || sleptWithinHour(plant, now));
      if (this.#learns) this.#rhythms.learn(device, { now, rested });
    }
  }

  /** Causes first: what would follow from them waits for those that are pending. */
  #runChecks(evaluation: PlantEvaluation): void {
    const { snapshot } = evaluation;
    this.#noteCommands(snapshot);
    const explainedAt = this.#explained.of(snapshot);
    evaluateSnow(evaluation);
    evaluateConnections(evaluation, explainedAt);
    evaluateNoData(evaluation, explainedAt);
    for (const one of snapshot.devices) {
      evaluateSilence(evaluation, one, explainedAt);
      evaluateUnreadProduction(evaluation, one, explainedAt);
      evaluateInverterFault(evaluation, one);
    }
    evaluatePlantNoProduction(evaluation);
    if (snapshot.plant.production_type === 'photovoltaic') {
      for (const one of snapshot.inverters) evaluateNoProduction(evaluation, one);
    }
    evaluateStrings(evaluation);
    this.#checkWindows(evaluation, explainedAt);
    evaluateMeterMismatch(evaluation);
  }

  /** What an inverter did not make because it was told to is no deficit, also in windows that end later. */
  #noteCommands({ plant: { plant_id }, inverters, now }: PlantSnapshot): void {
    const quarter = Math.floor(now / STEP_MS) * STEP_MS;
    for (const { device, throttled } of inverters) {
      if (throttled) this.#explained.end({ plant_id, device_id: device.device_id, port_id: null }, quarter);
    }
  }

  #checkWindows(evaluation: PlantEvaluation, explainedAt: ExplainedAt): void {
    const { comparisons, readings } = this.#compare(evaluation.snapshot);
    for (const one of evaluation.snapshot.inverters) {
      const seen = readings.get(one.device.device_id);
      evaluateStillReadings(evaluation, one, seen);
      evaluateImplausibleReadings(evaluation, one, seen);
      evaluateUnderExpectation(evaluation, one, { comparisons, explainedAt });
    }
  }

  #compare(snapshot: PlantSnapshot): CachedComparison {
    const { plant, rules, inverters } = snapshot;
    const heard = inverters.filter(({ device }) => device.steps !== null).length;
    const key = `${newestEnd(inverters.map(({ device }) => device))}/${heard}`;
    const known = this.#compared.get(plant.plant_id);
    if (known?.key === key && known.rules === rules) return known;
    const readings = analyzeReadings(snapshot, this.#storing);
    const compared = { key, rules, comparisons: compareInverters(snapshot), readings };
    this.#compared.set(plant.plant_id, compared);
    return compared;
  }

  /**
   * Tells causes from consequences. What stood alone before its cause did stands alone again once that has ended. What
   * opened as a consequence must show itself anew, counted from there, and stands with its cause until it has.
   */
  #resolveCauses(evaluation: PlantEvaluation, links: Links): ActiveAlarm[] {
    this.#noteEnds(evaluation);
    if (evaluation.active.length === 0) return [];
    const found = causesAmong(evaluation.snapshot, evaluation.active);
    return evaluation.active.flatMap((alarm) => {
      const key = alarmKey(alarm);
      const cause = found.get(key) ?? null;
      const was = this.#links.causeOf(key);
      const stood = was === null ? evaluation.wasActive(subjectKey(alarm)) : this.#links.wasIndependent(key);
      if (cause === null && was !== null && !stood)
        return this.#outlive(evaluation, links, { ...alarm, cause: was });
      if (cause !== null) links.follow(key, cause, stood);
      return [{ ...alarm, cause }];
    });
  }

  /** What outlives its cause: by itself as soon as its own delay is over, with that until then, and no longer than that makes sense. */
  #outlive(evaluation: PlantEvaluation, links: Links, alarm: ActiveAlarm & { cause: string }): ActiveAlarm[] {
    const { now } = evaluation.snapshot;
    const key = alarmKey(alarm);
    const since = this.#links.outlivedSince(key);
    if (since === null) this.#explained.end(alarm, now);
    else if (evaluation.isConfirmedSince(subjectKey(alarm), since)) return [{ ...alarm, cause: null }];
    if (now - (since ?? now) > MAX_OUTLIVED_MS + evaluation.detection_ms(subjectKey(alarm))) {
      evaluation.giveUp(alarm, 'not_seen_again');
      return [];
    }
    links.outlive(key, alarm.cause, since ?? now);
    return [alarm];
  }

  /** Notes what has ended in this evaluation: until now it explained what was observed of its subject. */
  #noteEnds(evaluation: PlantEvaluation): void {
    const { plant, now } = evaluation.snapshot;
    for (const [key, watch] of this.#watches.of(plant.plant_id) ?? []) {
      if (!watch.open || evaluation.next.get(key)?.open) continue;
      const [device = '0', port = '0', code = ''] = key.split('/');
      if (!EXPLAINING.has(code)) continue;
      const subject = {
        plant_id: plant.plant_id,
        device_id: Number(device) || null,
        port_id: Number(port) || null,
      };
      this.#explained.end(subject, now);
    }
  }
}

const idOf = ({ device_id }: WatchedDevice): number => device_id;

/** What explains other things that are seen of the same plant, port or device. */
const EXPLAINING: ReadonlySet<string> = new Set([
  'no_data',
  'connection_lost',
  'device_silent',
  'inverter_fault',
  'no_production',
  'readings_still',
]);

import { isAsleep, restsAtNight } from '../../plants/daylight.model.ts';
import type { CompanyRules } from '../alarm-rules.model.ts';
import { HOUR_MS, sleptWithinHour } from '../daylight.model.ts';
import { causesAmong } from './causes.model.ts';
import {
  takeFault,
  takeNoProduction,
  takeSilence,
  takeStrings,
  takeUnder,
  takeUnread,
} from './device-cases.model.ts';
import { type Comparisons, compareInverters } from './expectation.model.ts';
import { Explained, type ExplainedAt } from './explained.model.ts';
import { Links } from './links.model.ts';
import { OwnRhythms, sendsByItself } from './own-rhythms.model.ts';
import { takeMismatch, takeNoData, takePlantNoProduction, takeWays } from './plant-cases.model.ts';
import { type PlantSight, seePlant } from './plant-sight.model.ts';
import { takeImplausible, takeStill } from './reading-cases.model.ts';
import { type SeenReadings, seeReadings } from './readings.model.ts';
import { PlantRound } from './round.model.ts';
import { takeSnow } from './snow-memory.model.ts';
import {
  alarmKey,
  type JudgeState,
  type OpenAlarm,
  type StandingAlarm,
  subjectKey,
  type UnseenEnd,
} from './standing.model.ts';
import { newestEnd } from './step-window.model.ts';
import { Storing } from './storing.model.ts';
import { WatchBook } from './watch-book.model.ts';
import { STEP_MS, type WatchedDevice, type WatchedPlant } from './watched.model.ts';

/** What cannot be seen, night or day, is not held open for longer than it takes to show itself and this. */
const OUTLIVES_AT_MOST_MS = 2 * HOUR_MS;
/** Nobody listened when two looks are further apart than this. */
export const LOOKS_APART_MS = 120_000;

export interface JudgeStart {
  readonly open: readonly OpenAlarm[];
  /** What the judge before had gathered; null when there was none. */
  readonly state: JudgeState | null;
  readonly now: number;
  /** For looks into the past, which are taken further apart. */
  readonly apart_ms?: number;
  /** What is usual of devices that send by themselves, for looks into the past, which cannot see when something came. */
  readonly rhythms?: JudgeState['rhythms'];
  /**
   * Told of a plant whose look failed: its alarms stand as they stood and what was gathered of it is kept, and the others
   * are looked at. Without it the look fails as a whole.
   */
  readonly onFault?: (plant_id: number, error: unknown) => void;
}

interface Compared {
  readonly key: string;
  readonly rules: CompanyRules;
  readonly comparisons: Comparisons;
  readonly readings: SeenReadings;
}

/** What a look writes. */
interface Noted {
  readonly book: WatchBook;
  readonly links: Links;
  readonly unseen: Map<string, UnseenEnd>;
}

/** Holds what was seen of every possible fault of a company between looks, and says which alarms should be open. */
export class AlarmJudge {
  #book = new WatchBook();
  readonly #explained: Explained;
  readonly #rhythms: OwnRhythms;
  readonly #learns: boolean;
  readonly #storing: Storing;
  readonly #apart_ms: number;
  readonly #onFault: JudgeStart['onFault'];
  #looked_at: number | null;
  #listening_from: number;
  #links: Links;
  #unseen: ReadonlyMap<string, UnseenEnd> = new Map();
  /** Windows end on quarters of an hour: until the next one they say the same. */
  readonly #compared = new Map<number, Compared>();

  /**
   * Begins with the alarms that are open already: they stay so until their fault is seen to be gone; and with what another
   * judge had gathered, if any did.
   */
  constructor({ open, state, now, apart_ms, rhythms, onFault }: JudgeStart) {
    this.#onFault = onFault;
    this.#apart_ms = apart_ms ?? LOOKS_APART_MS;
    this.#looked_at = state?.looked_at ?? null;
    this.#listening_from = state?.listening_from ?? now;
    this.#explained = new Explained(state?.explained);
    this.#rhythms = new OwnRhythms(rhythms ?? state?.rhythms);
    this.#learns = rhythms === undefined;
    this.#storing = new Storing(now, state?.storing);
    this.#links = new Links(state ?? {});
    this.#book.unpack(state?.watches ?? {});
    this.#book.take(open);
  }

  /** One look at all plants. What is not looked at any more (a device taken away) is forgotten. */
  judge(plants: readonly WatchedPlant[], rules: CompanyRules, now: number): StandingAlarm[] {
    // What was silent while nobody listened may have spoken.
    if (this.#looked_at === null || now - this.#looked_at > this.#apart_ms) {
      this.#listening_from = now;
      this.#rhythms.missed();
    }
    this.#looked_at = now;
    const book = new WatchBook();
    const links = new Links();
    const unseen = new Map<string, UnseenEnd>();
    const usualOf = ({ device_id }: WatchedDevice) => this.#rhythms.usual_ms(device_id);
    const listening_ms = now - this.#listening_from;
    const standing = plants.flatMap((plant) => {
      try {
        this.#learn(plant, now);
        return this.#lookAt(seePlant({ plant, rules, now, listening_ms, usualOf }), { book, links, unseen });
      } catch (error) {
        if (!this.#onFault) throw error;
        book.keep(plant.plant_id, this.#book.of(plant.plant_id) ?? new Map());
        links.takeOver(plant.plant_id, this.#links.pack());
        this.#onFault(plant.plant_id, error);
        return [];
      }
    });
    this.#rhythms.keep(new Set(plants.flatMap(({ devices }) => devices.filter(sendsByItself).map(idOf))));
    this.#book = book;
    this.#links = links;
    this.#unseen = unseen;
    return standing;
  }

  /** What ended at the last look without having been seen to be over, by key, and why. */
  get unseen(): ReadonlyMap<string, UnseenEnd> {
    return this.#unseen;
  }

  #lookAt(sight: PlantSight, { book, links, unseen }: Noted): StandingAlarm[] {
    const { plant_id } = sight.plant;
    const round = new PlantRound(sight, { before: this.#book.of(plant_id), apart_ms: this.#apart_ms });
    this.#look(round);
    const found = this.#settle(round, links);
    book.keep(plant_id, round.next);
    for (const [key, why] of round.unseen) unseen.set(`${plant_id}/${key}`, why);
    return found;
  }

  /** What the next judge goes on from. */
  state(): JudgeState {
    return { ...this.gathered(), rhythms: this.#rhythms.pack() };
  }

  /** Changes when something was learnt of devices that send by themselves: only then their rhythms need to be kept. */
  get learnt(): number {
    return this.#rhythms.learnt;
  }

  /** The same without what is learnt of rhythms, which is long and hardly ever changes. */
  gathered(): Omit<JudgeState, 'rhythms'> {
    const now = this.#looked_at ?? 0;
    return {
      looked_at: this.#looked_at,
      listening_from: this.#listening_from,
      watches: this.#book.pack(now),
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

  /** Causes first: what would follow from them waits for those that are on the way. */
  #look(round: PlantRound): void {
    const { sight } = round;
    this.#noteCommands(sight);
    const explainedAt = this.#explained.of(sight);
    takeSnow(round);
    takeWays(round, explainedAt);
    takeNoData(round, explainedAt);
    for (const one of sight.devices) {
      takeSilence(round, one, explainedAt);
      takeUnread(round, one, explainedAt);
      takeFault(round, one);
    }
    takePlantNoProduction(round);
    if (sight.plant.production_type === 'photovoltaic') {
      for (const one of sight.inverters) takeNoProduction(round, one);
    }
    takeStrings(round);
    this.#lookAtWindows(round, explainedAt);
    takeMismatch(round);
  }

  /** What an inverter did not make because it was told to is no deficit, also in windows that end later. */
  #noteCommands({ plant: { plant_id }, inverters, now }: PlantSight): void {
    const quarter = Math.floor(now / STEP_MS) * STEP_MS;
    for (const { device, throttled } of inverters) {
      if (throttled) this.#explained.end({ plant_id, device_id: device.device_id, port_id: null }, quarter);
    }
  }

  #lookAtWindows(round: PlantRound, explainedAt: ExplainedAt): void {
    const { comparisons, readings } = this.#compare(round.sight);
    for (const one of round.sight.inverters) {
      const seen = readings.get(one.device.device_id);
      takeStill(round, one, seen);
      takeImplausible(round, one, seen);
      takeUnder(round, one, { comparisons, explainedAt });
    }
  }

  #compare(sight: PlantSight): Compared {
    const { plant, rules, inverters } = sight;
    const heard = inverters.filter(({ device }) => device.steps !== null).length;
    const key = `${newestEnd(inverters.map(({ device }) => device))}/${heard}`;
    const known = this.#compared.get(plant.plant_id);
    if (known?.key === key && known.rules === rules) return known;
    const readings = seeReadings(sight, this.#storing);
    const compared = { key, rules, comparisons: compareInverters(sight), readings };
    this.#compared.set(plant.plant_id, compared);
    return compared;
  }

  /**
   * Tells causes from consequences. What stood alone before its cause did stands alone again once that has ended. What
   * opened as a consequence must show itself anew, counted from there, and stands with its cause until it has.
   */
  #settle(round: PlantRound, links: Links): StandingAlarm[] {
    this.#noteEnds(round);
    if (round.standing.length === 0) return [];
    const found = causesAmong(round.sight, round.standing);
    return round.standing.flatMap((alarm) => {
      const key = alarmKey(alarm);
      const cause = found.get(key) ?? null;
      const was = this.#links.causeOf(key);
      const stood = was === null ? round.stoodBefore(subjectKey(alarm)) : this.#links.stoodAlone(key);
      if (cause === null && was !== null && !stood)
        return this.#outlive(round, links, { ...alarm, cause: was });
      if (cause !== null) links.follow(key, cause, stood);
      return [{ ...alarm, cause }];
    });
  }

  /** What outlives its cause: by itself as soon as its own delay is over, with that until then, and no longer than that makes sense. */
  #outlive(round: PlantRound, links: Links, alarm: StandingAlarm & { cause: string }): StandingAlarm[] {
    const { now } = round.sight;
    const key = alarmKey(alarm);
    const since = this.#links.outlivedSince(key);
    if (since === null) this.#explained.end(alarm, now);
    else if (round.showsItself(subjectKey(alarm), since)) return [{ ...alarm, cause: null }];
    if (now - (since ?? now) > OUTLIVES_AT_MOST_MS + round.takes_ms(subjectKey(alarm))) {
      round.giveUp(alarm, 'not_seen_again');
      return [];
    }
    links.outlive(key, alarm.cause, since ?? now);
    return [alarm];
  }

  /** Notes what has ended at this look: until now it explained what was seen of its thing. */
  #noteEnds(round: PlantRound): void {
    const { plant, now } = round.sight;
    for (const [key, watch] of this.#book.of(plant.plant_id) ?? []) {
      if (!watch.open || round.next.get(key)?.open) continue;
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

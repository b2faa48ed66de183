import { setTimeout as sleep } from 'node:timers/promises';
import type { FoundPlace } from '../../contract/places.contract.ts';
import { AppError } from '../errors.ts';
import { FairTurns, TooManyWait } from '../fair-turns.ts';
import type { GeocoderSettings } from '../geocoder-settings.ts';
import type { Logger } from '../log.ts';
import type { Whose } from '../party.ts';
import { type AskDeps, askGeocoder, type Outcome } from './ask-geocoder.ts';
import { refusalOf, tooMany } from './finder-refusals.ts';
import type { Question } from './geocoder.ts';
import { KeptPlaces } from './kept-places.ts';
import { MinuteBudget } from './minute-budget.ts';

export interface FinderDeps extends AskDeps {
  readonly settings: GeocoderSettings;
  readonly log: Pick<Logger, 'warn'>;
  readonly clock?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** Who asks, and whether they still do. */
export interface Asker {
  readonly whose: Exclude<Whose, string>;
  readonly gone: AbortSignal;
}

/** Requests that a company may cause in a minute: a program that asks without end would cost every other its turn. */
const A_MINUTE = 40;
const WAITING = { party: 4, all: 16 };

/**
 * Where addresses stand, for whoever looks: companies take turns, the geocoder is asked no faster than it allows and left
 * alone for as long as it says, and what it answered is kept for a day where its terms allow that.
 */
export class PlaceFinder {
  readonly #deps: FinderDeps;
  readonly #clock: () => number;
  readonly #turns: FairTurns;
  readonly #kept: KeptPlaces;
  readonly #budget = new MinuteBudget(A_MINUTE);
  /** Before this it is not asked again, and why. */
  #paused = { until: 0, fault: '' };
  #next_at = 0;

  constructor(deps: FinderDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    // Between requests that keep a distance there is one at a time.
    const at_once = deps.geocoder.spacing_ms > 0 ? 1 : 4;
    this.#turns = new FairTurns({ at_once, of_one: Math.min(2, at_once), waiting: WAITING });
    this.#kept = new KeptPlaces(this.#clock);
  }

  /** @throws AppError unavailable with what to do; limit where a company asks for too much */
  async find(question: Question, asker: Asker): Promise<readonly FoundPlace[]> {
    const kept = this.#kept.find(question);
    if (kept) return kept;
    this.#assertOpen();
    if (!this.#budget.take(asker.whose, this.#clock())) throw tooMany('minute');
    try {
      return await this.#turns.run(asker.whose, () => this.#ask(question, asker));
    } catch (error) {
      throw error instanceof TooManyWait ? tooMany(error.fault) : error;
    }
  }

  /** Asks now; somebody else may have asked the same meanwhile, or the geocoder have asked to be left alone. */
  async #ask(question: Question, { gone }: Asker): Promise<readonly FoundPlace[]> {
    await this.#keepDistance(gone);
    const kept = this.#kept.find(question);
    if (kept) return kept;
    this.#assertOpen();
    const { geocoder } = this.#deps;
    this.#next_at = this.#clock() + geocoder.spacing_ms;
    const asked = await askGeocoder(this.#deps, question, this.#clock());
    if (!('places' in asked)) throw this.#failed(asked);
    if (geocoder.keeps) this.#kept.keep(question, asked.places);
    return asked.places;
  }

  async #keepDistance(gone: AbortSignal): Promise<void> {
    const wait_ms = this.#next_at - this.#clock();
    if (wait_ms > 0 && !gone.aborted) await (this.#deps.wait ?? sleep)(wait_ms);
    // Whoever typed on has left; nobody reads this.
    if (gone.aborted) throw new AppError('unavailable', 'This took too long just now; try again shortly');
  }

  #failed({ fault, pause_ms }: Extract<Outcome, { fault: string }>): AppError {
    const { log, settings } = this.#deps;
    if (pause_ms !== undefined) this.#paused = { until: this.#clock() + pause_ms, fault };
    log.warn({ geocoder: settings.provider, fault, pause_ms }, 'the geocoder did not answer with places');
    return refusalOf(fault, pause_ms);
  }

  #assertOpen(): void {
    const left_ms = this.#paused.until - this.#clock();
    if (left_ms > 0) throw refusalOf(this.#paused.fault, left_ms);
  }
}

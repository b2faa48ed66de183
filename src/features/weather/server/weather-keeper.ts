import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { inTransaction } from '../../../shared/server/db.ts';
import type { NetworkReach } from '../../../shared/server/endpoints/reach.ts';
import { notifyTopics } from '../../../shared/server/live/notice.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { inScope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import type { WeatherSettings } from '../../../shared/server/weather-settings.ts';
import { type Place, pauseAfterFailures, pauseFor, placeKey } from '../weather.model.ts';
import { askProvider } from './ask-provider.ts';
import { makeForecasts } from './forecast-power.ts';
import { keepIrradiance } from './keep-irradiance.ts';
import { measureForecasts } from './measure-forecasts.ts';
import {
  claimDuePlace,
  countPlaces,
  type DuePlace,
  keepWantedPlaces,
  listPlacesOfCompany,
  pauseProvider,
  saveOutcome,
  takeRequest,
} from './places.repository.ts';
import { PROVIDERS } from './providers/providers.ts';
import { watchSkies } from './watch-skies.ts';

export interface KeeperDeps {
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly settings: WeatherSettings;
  /** What a provider may stand behind. */
  readonly reach: NetworkReach;
  readonly clock?: () => number;
  readonly first_ms?: number;
  readonly every_ms?: number;
  readonly within_ms?: number;
}

const FIRST_MS = 5000;
const EVERY_MS = 60_000;
/** The sky over plants is looked at, and the places of plants are gathered, so often. */
const GATHER_MS = 10 * 60_000;
/** Longer than a request may take: a place whose instance died is asked for by another after it. */
const CLAIM_MS = 60_000;
/** Codes without a counterpart are logged once each, so many of them. */
const MAX_LOGGED = 200;

/**
 * Keeps the weather: of each place where plants stand one request an hour, whoever has plants there and however many instances
 * run, with the irradiance of hours that are over; offline, how clear the sky is that plants measure.
 */
export class WeatherKeeper {
  readonly #deps: KeeperDeps;
  readonly #clock: () => number;
  readonly #logged = new Set<string>();
  /** Which companies have plants at a place, to tell their browsers; it stays in this process. */
  #wanted = new Map<string, number[]>();
  #gathered_at = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
  }

  start(): this {
    this.#after(this.#deps.first_ms ?? FIRST_MS);
    return this;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** One round: what is due now. */
  async keep(): Promise<void> {
    const { settings } = this.#deps;
    if (this.#clock() - this.#gathered_at >= GATHER_MS) await this.#gather();
    if (settings.provider === 'offline') return;
    while (!this.#closed && (await this.#askNext(settings.provider)));
  }

  #after(wait_ms: number): void {
    this.#timer = setTimeout(() => {
      this.#round = this.keep()
        .catch((err: unknown) => this.#deps.log.warn({ err }, 'the weather could not be kept'))
        .finally(() => {
          if (!this.#closed) this.#after(this.#deps.every_ms ?? EVERY_MS);
        });
    }, wait_ms).unref();
  }

  async #gather(): Promise<void> {
    const { pool, settings } = this.#deps;
    const now = this.#clock();
    const offline = settings.provider === 'offline';
    const wanted = new Map<string, number[]>();
    const places: Place[] = [];
    for (const company_id of await listEnabledCompanies(pool)) {
      const ofCompany = await this.#inCompany(company_id, async (tx) => {
        if (offline) await watchSkies(tx, now);
        return offline ? [] : listPlacesOfCompany(tx);
      });
      await this.#forecast(company_id, now);
      for (const place of ofCompany ?? []) {
        const companies = wanted.get(placeKey(place)) ?? [];
        if (!companies.includes(company_id)) companies.push(company_id);
        wanted.set(placeKey(place), companies);
        places.push(place);
      }
    }
    this.#wanted = wanted;
    if (!offline) await keepWantedPlaces(pool, { provider: settings.provider, places, now: new Date(now) });
    this.#gathered_at = now;
  }

  /** Keeps the day's forecasts of power, and what became of earlier ones. */
  async #forecast(company_id: number, now: number): Promise<void> {
    const { provider } = this.#deps.settings;
    let after_id = 0;
    for (let last: number | undefined = 0; last !== undefined && !this.#closed; ) {
      last = await this.#inCompany(company_id, (tx) => makeForecasts(tx, { provider, now, after_id }));
      after_id = last ?? after_id;
    }
    await this.#inCompany(company_id, (tx) => measureForecasts(tx, now));
  }

  /** A company that fails keeps no other back. */
  async #inCompany<T>(company_id: number, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    try {
      return await inScope(this.#deps.pool, scopeOfWork(company_id), work);
    } catch (err) {
      this.#deps.log.warn({ err, company_id }, "the weather of a company's plants could not be kept");
      return undefined;
    }
  }

  /** Asks for the place whose turn it is; false where there is none, or the provider is left alone. */
  async #askNext(name: keyof typeof PROVIDERS): Promise<boolean> {
    const { pool, settings } = this.#deps;
    const now = this.#clock();
    const place = await claimDuePlace(pool, {
      provider: name,
      now: new Date(now),
      until: new Date(now + CLAIM_MS),
    });
    if (!place) return false;
    if (!(await takeRequest(pool, { provider: name, now: new Date(now), per_day: settings.perDay })))
      return false;
    const asked = await askProvider(
      { ...this.#deps, provider: PROVIDERS[name], unknown: this.#logUnknown },
      place,
      now,
    );
    if ('answer' in asked) {
      const { past, ...weather } = asked.answer;
      const next_at = new Date(now + pauseFor(await countPlaces(pool, name), settings.perDay));
      await inTransaction(pool, async (client) => {
        await saveOutcome(client, name, place, { weather, fetched_at: new Date(now), next_at });
        await keepIrradiance(client, { provider: name, place, past, now });
      });
      await this.#tell(place);
      return true;
    }
    await this.#afterFault(name, place, asked);
    return asked.pause_ms === undefined;
  }

  async #afterFault(
    name: string,
    place: DuePlace,
    { fault, pause_ms }: { fault: string; pause_ms?: number },
  ): Promise<void> {
    const { pool, log } = this.#deps;
    const now = this.#clock();
    log.warn({ provider: name, fault, pause_ms }, 'a weather provider did not answer with weather');
    const wait_ms = Math.max(pause_ms ?? 0, pauseAfterFailures(place.failures + 1));
    await saveOutcome(pool, name, place, { fault, next_at: new Date(now + wait_ms) });
    if (pause_ms !== undefined) await pauseProvider(pool, name, new Date(now + pause_ms));
  }

  /** Each company is told for itself that its plants have newer weather. */
  async #tell(place: Place): Promise<void> {
    for (const company_id of this.#wanted.get(placeKey(place)) ?? [])
      await this.#inCompany(company_id, (tx) => notifyTopics(tx, ['weather']));
  }

  // spec §8: an unknown weather description is logged
  readonly #logUnknown = (code: string): void => {
    if (this.#logged.has(code) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(code);
    this.#deps.log.warn(
      { provider: this.#deps.settings.provider, code: code.slice(0, 100) },
      'weather without an icon: its description has no counterpart',
    );
  };
}

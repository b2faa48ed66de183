import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { CONFIGURATION_CHANNEL } from '../../../shared/server/configuration-notice.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { settleAhead } from '../../measurements/server/ahead-readings.public.ts';
import { CompanyFollow } from './company-follow.ts';

export interface LiveFollowerDeps {
  pool: pg.Pool;
  database: DatabaseTarget;
  log: Logger;
  clock?: () => number;
  /** Every company is looked at so often even when nothing was announced: values grow old by themselves. */
  sweepEvery_ms?: number;
  /** So often a sweep reads plants, devices and variables again: a notice may have been missed. */
  reloadEvery_ms?: number;
}

interface Company {
  follow: CompanyFollow | undefined;
  /** Plants, devices or variables changed since the last look. */
  changed: boolean;
  waiting: boolean;
  running: boolean;
  /** When plants, devices and variables were last read. */
  loaded_ms: number;
  /** When the last look began. */
  began_ms: number;
  /** When what is the newest was last brought up to the clock. */
  settled_ms: number;
}

const SWEEP_EVERY_MS = 30_000;
const RELOAD_EVERY_MS = 300_000;
const SETTLE_EVERY_MS = 10_000;
/** Looks at one company follow one another no faster. */
const BREATH_MS = 500;
const COMPANIES_AT_ONCE = 2;

/** Keeps the row of live figures of each plant behind the readings, within a second. */
export class LiveFollower {
  readonly #deps: LiveFollowerDeps;
  readonly #clock: () => number;
  readonly #reloadEvery_ms: number;
  readonly #listener: DatabaseListener;
  readonly #companies = new Map<number, Company>();
  readonly #queue: number[] = [];
  readonly #underway = new Set<Promise<void>>();
  #sweep: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(deps: LiveFollowerDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    this.#reloadEvery_ms = deps.reloadEvery_ms ?? RELOAD_EVERY_MS;
    this.#listener = new DatabaseListener({
      database: deps.database,
      name: 'meridiana-follower',
      channels: ['readings', CONFIGURATION_CHANNEL],
      onNotice: (channel, payload) => this.#take(channel, payload),
      onReturn: () => this.#sweepAll(true),
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    this.#sweepAll(false);
    this.#sweep = setInterval(() => this.#sweepAll(false), this.#deps.sweepEvery_ms ?? SWEEP_EVERY_MS);
    this.#sweep.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    await this.#listener.close();
    await Promise.all(this.#underway);
  }

  #take(channel: string, payload: string): void {
    const company_id = Number(payload);
    if (Number.isSafeInteger(company_id) && company_id > 0)
      this.#ask(company_id, channel === CONFIGURATION_CHANNEL);
    else this.#deps.log.warn({ channel }, 'a notice named no company');
  }

  #sweepAll(changed: boolean): void {
    listEnabledCompanies(this.#deps.pool).then(
      (companies) => {
        const enabled = new Set(companies);
        for (const company_id of this.#companies.keys()) {
          if (!enabled.has(company_id)) this.#companies.delete(company_id);
        }
        for (const company_id of companies) this.#ask(company_id, changed);
      },
      (error: unknown) => this.#deps.log.warn(error, 'the companies could not be listed'),
    );
  }

  #ask(company_id: number, changed: boolean): void {
    if (this.#closed) return;
    const company = this.#companies.get(company_id) ?? {
      follow: undefined,
      changed: false,
      waiting: false,
      running: false,
      loaded_ms: 0,
      began_ms: 0,
      settled_ms: Number.NEGATIVE_INFINITY,
    };
    this.#companies.set(company_id, company);
    company.changed ||= changed;
    if (company.waiting) return;
    company.waiting = true;
    if (company.running) return;
    const wait = company.began_ms + BREATH_MS - this.#clock();
    if (wait <= 0) this.#enqueue(company_id);
    else setTimeout(() => this.#enqueue(company_id), Math.min(wait, BREATH_MS)).unref();
  }

  #enqueue(company_id: number): void {
    this.#queue.push(company_id);
    this.#next();
  }

  #next(): void {
    while (!this.#closed && this.#underway.size < COMPANIES_AT_ONCE) {
      const company_id = this.#queue.shift();
      if (company_id === undefined) return;
      const company = this.#companies.get(company_id);
      if (!company) continue;
      const look = this.#look(company_id, company).finally(() => {
        this.#underway.delete(look);
        this.#next();
      });
      this.#underway.add(look);
    }
  }

  /** Now and then: readings whose time has come are the newest, and the clock may have been set back. */
  async #settle(company_id: number, company: Company): Promise<void> {
    const now = this.#clock();
    if (Math.abs(now - company.settled_ms) < SETTLE_EVERY_MS) return;
    company.settled_ms = now;
    await inScope(this.#deps.pool, scopeOfWork(company_id), (tx) => settleAhead(tx, now));
  }

  async #look(company_id: number, company: Company): Promise<void> {
    company.waiting = false;
    company.running = true;
    company.began_ms = this.#clock();
    const changed = company.changed;
    company.changed = false;
    try {
      await this.#settle(company_id, company);
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        const now = this.#clock();
        if (changed || !company.follow || now - company.loaded_ms >= this.#reloadEvery_ms) {
          // Its disabling was told as a change of its configuration; enabled again, it begins anew.
          if (!(await companyIsOpen(tx))) {
            this.#companies.delete(company_id);
            return;
          }
          company.follow = await CompanyFollow.begin(tx, now, company.follow);
          company.loaded_ms = now;
        }
        await company.follow.follow(tx, now, changed);
      });
    } catch (error) {
      // What was held in memory may not be what is stored: the next look begins anew.
      company.follow = undefined;
      company.changed ||= changed;
      this.#deps.log.warn({ err: error, company_id }, 'live figures could not be followed');
    } finally {
      company.running = false;
      if (company.waiting) {
        company.waiting = false;
        this.#ask(company_id, false);
      }
    }
  }
}

/** Starts following readings and configuration. */
export async function startLiveFollower(deps: LiveFollowerDeps): Promise<LiveFollower> {
  const follower = new LiveFollower(deps);
  await follower.start();
  return follower;
}

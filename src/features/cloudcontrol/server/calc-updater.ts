import type pg from 'pg';
import { listEnabledCompanies } from '../../../shared/server/callers.ts';
import { CONFIGURATION_CHANNEL } from '../../../shared/server/configuration-notice.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import type { Logger } from '../../../shared/server/log.ts';
import type { Scope } from '../../../shared/server/tenancy.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { CompanyCalculations } from './calc-company.ts';

export interface CalcUpdaterDeps {
  pool: pg.Pool;
  database: DatabaseTarget;
  log: Logger;
  /** The one way in for readings. */
  write: (scope: Scope, rows: readonly ReadingRow[]) => Promise<unknown>;
  clock?: () => number;
  /** Milliseconds from the end of one round over the companies to the next. */
  roundEvery_ms?: number;
}

interface Company {
  readonly calculations: CompanyCalculations;
  /** Its definitions may have changed. */
  changed: boolean;
  /** Readings came. */
  notified: boolean;
  /** Days that are due are looked for again from then on. */
  due_ms: number;
}

const ROUND_EVERY_MS = 1000;
/** A notice may have been missed. */
const RELOAD_EVERY_MS = 300_000;
const DUE_EVERY_MS = 3000;

/** Keeps what is calculated behind what it is calculated from, for all companies. */
export class CalculationUpdater {
  readonly #deps: CalcUpdaterDeps;
  readonly #clock: () => number;
  readonly #listener: DatabaseListener;
  readonly #companies = new Map<number, Company>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #listed_ms = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(deps: CalcUpdaterDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    this.#listener = new DatabaseListener({
      database: deps.database,
      name: 'meridiana-calculations',
      channels: ['readings', CONFIGURATION_CHANNEL],
      onNotice: (channel, payload) => this.#take(channel, Number(payload)),
      onReturn: () => {
        this.#listed_ms = Number.NEGATIVE_INFINITY;
      },
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    this.#schedule(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#listener.close();
    await this.#round;
  }

  #take(channel: string, company_id: number): void {
    const company = this.#companies.get(company_id);
    if (channel === 'readings') {
      if (company) company.notified = true;
    } else if (Number.isSafeInteger(company_id) && company_id > 0) this.#known(company_id).changed = true;
  }

  #known(company_id: number): Company {
    const known = this.#companies.get(company_id);
    if (known) return known;
    const deps = { pool: this.#deps.pool, write: this.#deps.write, clock: this.#clock };
    const calculations = new CompanyCalculations(deps, company_id);
    const made = { calculations, changed: true, notified: true, due_ms: 0 };
    this.#companies.set(company_id, made);
    return made;
  }

  #schedule(wait_ms: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#walk().then((more) =>
        this.#schedule(more ? 0 : (this.#deps.roundEvery_ms ?? ROUND_EVERY_MS)),
      );
    }, wait_ms).unref();
  }

  /** One round over all companies; answers whether there is more to do at once. */
  async #walk(): Promise<boolean> {
    let more = false;
    await this.#list().catch((err: unknown) =>
      this.#deps.log.warn({ err }, 'the companies could not be listed'),
    );
    for (const [company_id, company] of this.#companies) {
      if (this.#closed) return false;
      try {
        more = (await this.#turn(company)) || more;
      } catch (err) {
        // What is held in memory may not be what is stored; the marks stand.
        company.changed = true;
        this.#deps.log.warn({ err, company_id }, 'calculations could not be brought up to date');
      }
    }
    return more;
  }

  async #list(): Promise<void> {
    const now = this.#clock();
    if (now - this.#listed_ms < RELOAD_EVERY_MS) return;
    const enabled = new Set(await listEnabledCompanies(this.#deps.pool));
    for (const id of this.#companies.keys()) if (!enabled.has(id)) this.#companies.delete(id);
    for (const id of enabled) this.#known(id).changed = true;
    this.#listed_ms = now;
  }

  async #turn(company: Company): Promise<boolean> {
    const { calculations } = company;
    if (company.changed) {
      company.changed = false;
      await calculations.load();
      company.notified = true;
      company.due_ms = 0;
    }
    if (calculations.isIdle) return false;
    if (calculations.isDue(this.#clock(), company.notified)) {
      company.notified = false;
      await calculations.follow();
    }
    if (performance.now() < company.due_ms) return false;
    const done = await calculations.workDue();
    company.due_ms = done > 0 ? 0 : performance.now() + DUE_EVERY_MS;
    return done > 0;
  }
}

/** Starts calculating. */
export async function startCalculationUpdater(deps: CalcUpdaterDeps): Promise<CalculationUpdater> {
  const updater = new CalculationUpdater(deps);
  await updater.start();
  return updater;
}

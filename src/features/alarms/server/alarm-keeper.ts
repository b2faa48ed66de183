import type pg from 'pg';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, listEnabledCompanies, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { CompanyAlarms } from './company-alarms.ts';

export interface AlarmKeeperDeps {
  pool: pg.Pool;
  log: Logger;
  clock?: () => number;
  /** Milliseconds from the end of one round over all companies to the next. */
  roundEvery_ms?: number;
}

const ROUND_EVERY_MS = 10_000;

/** Looks at every company's readings again and again, and keeps its alarms. */
export class AlarmKeeper {
  readonly #deps: AlarmKeeperDeps;
  readonly #clock: () => number;
  readonly #companies = new Map<number, CompanyAlarms>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: AlarmKeeperDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
  }

  start(): void {
    this.#schedule(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** One round over all enabled companies; what fails for one does not hold up the others. */
  async lookAtAll(): Promise<void> {
    const companies = await listEnabledCompanies(this.#deps.pool);
    for (const known of this.#companies.keys()) {
      if (!companies.includes(known)) this.#companies.delete(known);
    }
    for (const company_id of companies) {
      if (this.#closed) return;
      await this.#look(company_id);
    }
  }

  async #look(company_id: number): Promise<void> {
    const alarms = this.#companies.get(company_id) ?? new CompanyAlarms();
    this.#companies.set(company_id, alarms);
    try {
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        if (await companyIsOpen(tx)) await alarms.look(tx, this.#clock());
      });
    } catch (error) {
      // What was seen may not be what is stored: the next look begins anew from the stored alarms.
      this.#companies.delete(company_id);
      this.#deps.log.warn({ err: error, company_id }, 'alarms could not be looked after');
    }
  }

  #schedule(wait_ms: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#round = this.lookAtAll()
        .catch((error: unknown) => this.#deps.log.warn(error, 'the companies could not be listed'))
        .finally(() => this.#schedule(this.#deps.roundEvery_ms ?? ROUND_EVERY_MS));
    }, wait_ms);
    this.#timer.unref();
  }
}

/** Starts looking after the alarms of all companies. */
export function startAlarmKeeper(deps: AlarmKeeperDeps): AlarmKeeper {
  const keeper = new AlarmKeeper(deps);
  keeper.start();
  return keeper;
}

import type pg from 'pg';
import { listEnabledCompanies, listReachedCompanies } from '../../../shared/server/callers.ts';
import { CONFIGURATION_CHANNEL } from '../../../shared/server/configuration-notice.ts';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { inScope, scopeOfWork } from '../../../shared/server/tenancy.ts';
import { CompanyEvaluation, closeAllAlarms } from './company-evaluation.ts';

export interface EvaluationSchedulerDeps {
  pool: pg.Pool;
  database: DatabaseTarget;
  log: Logger;
  clock?: () => number;
  /** A company is evaluated so often (ms) even without a notice: silence sends none. */
  sweepInterval_ms?: number;
  /** Evaluations of one company follow one another no faster (ms). */
  minPause_ms?: number;
  /** Quarters of an hour that one evaluation reads from readings, at most. */
  maxQuarters?: number;
  /** Called after each evaluation with how long it took. */
  onEvaluation?: (company_id: number, took_ms: number) => void;
}

interface ScheduledCompany {
  alarms: CompanyEvaluation;
  /** Plants, devices, variables or rules changed since the last evaluation. */
  changed: boolean;
  waiting: boolean;
  running: boolean;
  /** By performance.now(): when the last evaluation began, and from when the next one may. */
  started_ms: number;
  next_ms: number;
}

const SWEEP_INTERVAL_MS = 10_000;
const MIN_PAUSE_MS = 2000;
/** An evaluation is followed by a pause of so many times its processor time: one company takes no more than a quarter of a core. */
const PAUSE_FACTOR = 3;

/**
 * How long to pause after an evaluation: at least as long as it took, for the database's sake. Time that it waited for
 * others on a busy machine does not count threefold, because alarms wait meanwhile.
 */
function pauseAfter(took_ms: number, { user, system }: NodeJS.CpuUsage): number {
  return Math.max(took_ms, PAUSE_FACTOR * Math.min(took_ms, (user + system) / 1000));
}

/**
 * Evaluates the alarms of all companies: each soon after its readings were stored, one at a time. Any number of
 * instances may run; a company is evaluated by one of them at a time.
 */
export class EvaluationScheduler {
  readonly #deps: EvaluationSchedulerDeps;
  readonly #clock: () => number;
  readonly #listener: DatabaseListener;
  readonly #companies = new Map<number, ScheduledCompany>();
  /** Disabled companies whose alarms were closed. */
  readonly #closedCompanies = new Set<number>();
  readonly #queue: number[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #working: Promise<void> | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: EvaluationSchedulerDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    this.#listener = new DatabaseListener({
      database: deps.database,
      name: 'meridiana-alarms',
      channels: ['readings', CONFIGURATION_CHANNEL],
      onNotice: (channel, payload) => this.#handleNotice(channel, Number(payload)),
      onReturn: () => this.#requestAll(),
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    const every = this.#deps.sweepInterval_ms ?? SWEEP_INTERVAL_MS;
    const sweep = () => {
      this.#sweeping = this.#sweepAll(every);
    };
    sweep();
    this.#sweep = setInterval(sweep, every);
    this.#sweep.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#listener.close();
    await this.#sweeping;
    await this.#working;
  }

  /** Evaluates every enabled company once, whatever was announced; a failure of one does not hold up the others. */
  async evaluateAll(): Promise<void> {
    for (const company_id of await this.#listCompanies()) {
      const company = this.#companyOf(company_id);
      company.changed = true;
      await this.#evaluate(company_id, company);
    }
  }

  #handleNotice(channel: string, company_id: number): void {
    if (Number.isSafeInteger(company_id) && company_id > 0)
      this.#request(company_id, channel === CONFIGURATION_CHANNEL);
    else this.#deps.log.warn({ channel }, 'a notice named no company');
  }

  #requestAll(): void {
    for (const company_id of this.#companies.keys()) this.#request(company_id, true);
  }

  async #sweepAll(every_ms: number): Promise<void> {
    try {
      for (const company_id of await this.#listCompanies()) {
        const idle_ms = performance.now() - this.#companyOf(company_id).started_ms;
        if (idle_ms >= 0.9 * every_ms) this.#request(company_id, false);
      }
    } catch (error) {
      this.#deps.log.warn(error, 'the companies could not be listed');
    }
  }

  /** The enabled companies. What is open of the others is closed, once. */
  async #listCompanies(): Promise<number[]> {
    const enabled = await listEnabledCompanies(this.#deps.pool);
    const known = new Set(enabled);
    for (const id of this.#companies.keys()) if (!known.has(id)) this.#companies.delete(id);
    for (const id of enabled) this.#closedCompanies.delete(id);
    for (const id of await listReachedCompanies(this.#deps.pool)) {
      if (!known.has(id) && !this.#closedCompanies.has(id)) await this.#closeCompany(id);
    }
    return enabled;
  }

  async #closeCompany(company_id: number): Promise<void> {
    try {
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        if (!(await companyIsOpen(tx))) await closeAllAlarms(tx, new Date(this.#clock()));
      });
      this.#closedCompanies.add(company_id);
    } catch (error) {
      this.#deps.log.warn({ err: error, company_id }, "a disabled company's alarms could not be closed");
    }
  }

  #companyOf(company_id: number): ScheduledCompany {
    const known = this.#companies.get(company_id);
    if (known) return known;
    const entry = {
      alarms: this.#newEvaluation(),
      changed: true,
      waiting: false,
      running: false,
      started_ms: Number.NEGATIVE_INFINITY,
      next_ms: 0,
    };
    this.#companies.set(company_id, entry);
    return entry;
  }

  #newEvaluation(): CompanyEvaluation {
    const { log, maxQuarters } = this.#deps;
    return new CompanyEvaluation({ log, quartersAtOnce: maxQuarters });
  }

  #request(company_id: number, changed: boolean): void {
    if (this.#closed) return;
    const company = this.#companyOf(company_id);
    company.changed ||= changed;
    if (company.waiting) return;
    company.waiting = true;
    if (!company.running) this.#enqueueAfterPause(company_id, company);
  }

  #enqueueAfterPause(company_id: number, company: ScheduledCompany): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#queue.push(company_id);
        this.#working ??= this.#work().finally(() => {
          this.#working = undefined;
        });
      },
      Math.max(0, company.next_ms - performance.now()),
    );
    this.#timers.add(timer);
    timer.unref();
  }

  async #work(): Promise<void> {
    for (let id = this.#queue.shift(); id !== undefined && !this.#closed; id = this.#queue.shift()) {
      const company = this.#companies.get(id);
      if (!company) continue;
      company.waiting = false;
      await this.#evaluate(id, company);
      if (company.waiting) this.#enqueueAfterPause(id, company);
    }
  }

  async #evaluate(company_id: number, company: ScheduledCompany): Promise<void> {
    const changed = company.changed;
    company.running = true;
    company.changed = false;
    company.started_ms = performance.now();
    const cpu = process.cpuUsage();
    try {
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        if (await companyIsOpen(tx)) await company.alarms.evaluate(tx, this.#clock(), changed);
      });
    } catch (error) {
      // The state in memory may not be what is stored: the next evaluation begins from what is stored.
      company.alarms = this.#newEvaluation();
      company.changed = true;
      this.#deps.log.warn({ err: error, company_id }, 'alarms could not be evaluated');
    } finally {
      const now = performance.now();
      const took_ms = now - company.started_ms;
      this.#deps.onEvaluation?.(company_id, took_ms);
      const pause = Math.max(
        this.#deps.minPause_ms ?? MIN_PAUSE_MS,
        pauseAfter(took_ms, process.cpuUsage(cpu)),
      );
      company.next_ms = now + pause;
      company.running = false;
    }
  }
}

/** Starts evaluating the alarms of all companies. */
export async function startEvaluationScheduler(deps: EvaluationSchedulerDeps): Promise<EvaluationScheduler> {
  const scheduler = new EvaluationScheduler(deps);
  await scheduler.start();
  return scheduler;
}

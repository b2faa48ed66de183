import type pg from 'pg';
import type { DatabaseTarget } from '../../../shared/server/database-target.ts';
import { DatabaseListener } from '../../../shared/server/live/listener.ts';
import type { Logger } from '../../../shared/server/log.ts';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import {
  inScope,
  listAllCompanies,
  listEnabledCompanies,
  scopeOfWork,
} from '../../../shared/server/tenancy.ts';
import { CompanyAlarms, closeAllAlarms } from './company-alarms.ts';

export interface AlarmKeeperDeps {
  pool: pg.Pool;
  database: DatabaseTarget;
  log: Logger;
  clock?: () => number;
  /** A company is looked at so often (ms) even when nothing was announced: silence announces nothing. */
  sweepEvery_ms?: number;
  /** Looks at one company follow one another no faster (ms). */
  breath_ms?: number;
  /** Quarters of an hour that one look reads from readings, at most. */
  quartersAtOnce?: number;
  /** Told of each look and how long it took. */
  onLook?: (company_id: number, took_ms: number) => void;
}

interface Company {
  alarms: CompanyAlarms;
  /** Plants, devices, variables or rules changed since the last look. */
  changed: boolean;
  waiting: boolean;
  running: boolean;
  /** By performance.now(): the last look began, and the next one may. */
  began_ms: number;
  rested_ms: number;
}

const SWEEP_EVERY_MS = 10_000;
const BREATH_MS = 2000;
/** A look is followed by a rest of so many times its processor time: one company takes no more than a quarter of a core. */
const RESTS = 3;

/**
 * How long to rest after a look: at least as long as it took, for the database's sake. What it waited for others on a busy
 * machine is not rested for three times over, because alarms wait meanwhile.
 */
function restAfter(took_ms: number, { user, system }: NodeJS.CpuUsage): number {
  return Math.max(took_ms, RESTS * Math.min(took_ms, (user + system) / 1000));
}

/**
 * Keeps the alarms of all companies: looks at each soon after its readings were stored, one look at a time. Any number of
 * instances may do so; a company is looked at by one of them at a time.
 */
export class AlarmKeeper {
  readonly #deps: AlarmKeeperDeps;
  readonly #clock: () => number;
  readonly #listener: DatabaseListener;
  readonly #companies = new Map<number, Company>();
  /** Disabled companies whose alarms were closed. */
  readonly #shut = new Set<number>();
  readonly #queue: number[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #working: Promise<void> | undefined;
  #sweep: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: AlarmKeeperDeps) {
    this.#deps = deps;
    this.#clock = deps.clock ?? Date.now;
    this.#listener = new DatabaseListener({
      database: deps.database,
      name: 'meridiana-alarms',
      channels: ['readings', 'configuration'],
      onNotice: (channel, payload) => this.#take(channel, Number(payload)),
      onReturn: () => this.#askAll(),
      log: deps.log,
    });
  }

  async start(): Promise<void> {
    await this.#listener.start();
    const every = this.#deps.sweepEvery_ms ?? SWEEP_EVERY_MS;
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

  /** One look at every enabled company, whatever was announced; what fails for one does not hold up the others. */
  async lookAtAll(): Promise<void> {
    for (const company_id of await this.#listCompanies()) {
      const company = this.#companyOf(company_id);
      company.changed = true;
      await this.#look(company_id, company);
    }
  }

  #take(channel: string, company_id: number): void {
    if (Number.isSafeInteger(company_id) && company_id > 0)
      this.#ask(company_id, channel === 'configuration');
    else this.#deps.log.warn({ channel }, 'a notice named no company');
  }

  #askAll(): void {
    for (const company_id of this.#companies.keys()) this.#ask(company_id, true);
  }

  async #sweepAll(every_ms: number): Promise<void> {
    try {
      for (const company_id of await this.#listCompanies()) {
        const idle_ms = performance.now() - this.#companyOf(company_id).began_ms;
        if (idle_ms >= 0.9 * every_ms) this.#ask(company_id, false);
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
    for (const id of enabled) this.#shut.delete(id);
    for (const id of await listAllCompanies(this.#deps.pool)) {
      if (!known.has(id) && !this.#shut.has(id)) await this.#shutDown(id);
    }
    return enabled;
  }

  async #shutDown(company_id: number): Promise<void> {
    try {
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        if (!(await companyIsOpen(tx))) await closeAllAlarms(tx, new Date(this.#clock()));
      });
      this.#shut.add(company_id);
    } catch (error) {
      this.#deps.log.warn({ err: error, company_id }, "a disabled company's alarms could not be closed");
    }
  }

  #companyOf(company_id: number): Company {
    const known = this.#companies.get(company_id);
    if (known) return known;
    const made = {
      alarms: this.#newAlarms(),
      changed: true,
      waiting: false,
      running: false,
      began_ms: Number.NEGATIVE_INFINITY,
      rested_ms: 0,
    };
    this.#companies.set(company_id, made);
    return made;
  }

  #newAlarms(): CompanyAlarms {
    const { log, quartersAtOnce } = this.#deps;
    return new CompanyAlarms({ log, quartersAtOnce });
  }

  #ask(company_id: number, changed: boolean): void {
    if (this.#closed) return;
    const company = this.#companyOf(company_id);
    company.changed ||= changed;
    if (company.waiting) return;
    company.waiting = true;
    if (!company.running) this.#enqueueRested(company_id, company);
  }

  #enqueueRested(company_id: number, company: Company): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#queue.push(company_id);
        this.#working ??= this.#work().finally(() => {
          this.#working = undefined;
        });
      },
      Math.max(0, company.rested_ms - performance.now()),
    );
    this.#timers.add(timer);
    timer.unref();
  }

  async #work(): Promise<void> {
    for (let id = this.#queue.shift(); id !== undefined && !this.#closed; id = this.#queue.shift()) {
      const company = this.#companies.get(id);
      if (!company) continue;
      company.waiting = false;
      await this.#look(id, company);
      if (company.waiting) this.#enqueueRested(id, company);
    }
  }

  async #look(company_id: number, company: Company): Promise<void> {
    const changed = company.changed;
    company.running = true;
    company.changed = false;
    company.began_ms = performance.now();
    const cpu = process.cpuUsage();
    try {
      await inScope(this.#deps.pool, scopeOfWork(company_id), async (tx) => {
        if (await companyIsOpen(tx)) await company.alarms.look(tx, this.#clock(), changed);
      });
    } catch (error) {
      // What was seen may not be what is stored: the next look begins anew from what is.
      company.alarms = this.#newAlarms();
      company.changed = true;
      this.#deps.log.warn({ err: error, company_id }, 'alarms could not be looked after');
    } finally {
      const now = performance.now();
      const took_ms = now - company.began_ms;
      this.#deps.onLook?.(company_id, took_ms);
      const rest = Math.max(this.#deps.breath_ms ?? BREATH_MS, restAfter(took_ms, process.cpuUsage(cpu)));
      company.rested_ms = now + rest;
      company.running = false;
    }
  }
}

/** Starts looking after the alarms of all companies. */
export async function startAlarmKeeper(deps: AlarmKeeperDeps): Promise<AlarmKeeper> {
  const keeper = new AlarmKeeper(deps);
  await keeper.start();
  return keeper;
}

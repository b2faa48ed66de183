import type pg from 'pg';
import { companyIsOpen } from '../../../shared/server/open-company.ts';
import { showBin } from '../../../shared/server/records/bin.ts';
import { inScope, type Scope, scopeOfWork, type Tx } from '../../../shared/server/tenancy.ts';
import type { ReadingRow } from '../../measurements/readings.model.ts';
import { holdCalculations } from '../../plants/server/calculations.public.ts';
import { listStoredGroups, stampOfGroups } from './calc-definitions.repository.ts';
import { CompanyDue } from './calc-due.ts';
import { renewChangedRhythms } from './calc-renew.ts';
import { type Stage, stagesOf } from './calc-stages.ts';
import { CompanyTail } from './calc-tail.ts';

export interface CalcDeps {
  pool: pg.Pool;
  /** The one way in for readings. */
  write: (scope: Scope, rows: readonly ReadingRow[]) => Promise<unknown>;
  clock: () => number;
}

/** How often definitions may change in the moment between their reading and the work with them. */
const MAX_TRIES = 3;

/**
 * The calculations of one company. Whatever is done twice, by another process or after a fault, ends in the same: results
 * are compared with what is stored, and marks of days are taken away only when their results are on disk.
 */
export class CompanyCalculations {
  readonly #deps: CalcDeps;
  readonly #scope: Scope;
  readonly #due = new CompanyDue();
  #stages: readonly Stage[] = [];
  /** The definitions that the stages were made from. */
  #stamp = '';
  #tail = new CompanyTail([]);

  constructor(deps: CalcDeps, company_id: number) {
    this.#deps = deps;
    this.#scope = scopeOfWork(company_id);
  }

  get isIdle(): boolean {
    return this.#stages.length === 0;
  }

  /** Whether the newest results may be due: by the time alone, or because readings came. */
  isDue(now: number, notified: boolean): boolean {
    return this.#tail.isRipe(now) || (notified && this.#tail.isOpen(now));
  }

  /** Reads the definitions anew. */
  async load(): Promise<void> {
    const now = this.#deps.clock();
    const { stages, stamp } = await this.#inTurn(async (tx) => {
      if (!(await companyIsOpen(tx))) return { stages: [], stamp: await stampOfGroups(tx) };
      const groups = await listStoredGroups(tx);
      const renewed = await renewChangedRhythms(tx, groups, now);
      const stages = stagesOf(renewed ? await listStoredGroups(tx) : groups);
      return { stages, stamp: await stampOfGroups(tx) };
    });
    this.#stages = stages;
    this.#stamp = stamp;
    this.#tail = new CompanyTail(this.#stages, this.#tail);
  }

  /** Brings the newest results up to now; answers how many rows were written. */
  async follow(): Promise<number> {
    return this.#withStored((tx) => this.#tail.follow(tx, this.#write, this.#deps.clock()));
  }

  /** Works off some of the days that are due; answers how many. @throws FailedDay */
  async workDue(): Promise<number> {
    const work = { now: this.#deps.clock(), write: this.#write };
    return this.#withStored((tx) => this.#due.work(tx, this.#stages, work));
  }

  /**
   * Works with the definitions as they are stored: whoever changes them holds the calculations meanwhile, so that what was
   * read before the waiting may be old. Answers 0 where they do not come to rest; whatever is due stays due.
   */
  async #withStored(work: (tx: Tx) => Promise<number>): Promise<number> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const done = await this.#inTurn(async (tx) =>
        (await stampOfGroups(tx)) === this.#stamp ? work(tx) : undefined,
      );
      if (done !== undefined) return done;
      await this.load();
    }
    return 0;
  }

  #write = (rows: readonly ReadingRow[]): Promise<unknown> => this.#deps.write(this.#scope, rows);

  async #inTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return inScope(this.#deps.pool, this.#scope, async (tx) => {
      await holdCalculations(tx);
      await showBin(tx);
      return work(tx);
    });
  }
}

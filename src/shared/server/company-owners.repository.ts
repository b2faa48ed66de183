import type pg from 'pg';
import { inScope, ownedBy, type Scope, scopeOfWork } from './tenancy.ts';

/** A company that changes hands has its new owner's turns within a minute. */
const KEPT_MS = 60_000;
const MAX_KEPT = 10_000;

interface Kept {
  readonly owner_id: Promise<number | null>;
  readonly until: number;
}

/**
 * Which account a company counts as the company of where turns are shared out: the one that has owned it for longest. Whoever
 * founds companies cannot multiply their turns by it, and a company that was handed over is its new owner's.
 */
export class CompanyOwners {
  readonly #pool: pg.Pool;
  readonly #now: () => number;
  readonly #kept = new Map<number, Kept>();

  constructor(pool: pg.Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  /** The scope with the owner of its company. */
  async into(scope: Scope): Promise<Scope> {
    return ownedBy(scope, await this.of(scope.company_id));
  }

  /** The account; null for a company that nobody owns. */
  of(company_id: number): Promise<number | null> {
    const kept = this.#kept.get(company_id);
    if (kept && kept.until > this.#now()) return kept.owner_id;
    const owner_id = this.#find(company_id);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(company_id, { owner_id, until: this.#now() + KEPT_MS });
    owner_id.catch(() => this.#kept.delete(company_id));
    return owner_id;
  }

  async #find(company_id: number): Promise<number | null> {
    const { rows } = await inScope(
      this.#pool,
      scopeOfWork(company_id),
      (tx) =>
        tx.query<{ user_id: number }>(
          `select user_id from companies.company_user where company_id = $1 and 'COMPANY_OWNER' = any(roles)
           order by created_at, user_id limit 1`,
          [company_id],
          'company_owner',
        ),
      'read only',
    );
    return rows[0]?.user_id ?? null;
  }
}

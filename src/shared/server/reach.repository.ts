import type pg from 'pg';
import { databaseIsAway } from './database-faults.ts';
import { AppError } from './errors.ts';

type Asks = Pick<pg.Pool, 'query'>;

/** How long it is taken for true that a machine is down: then all are asked again. */
const KEPT_MS = 5_000;

const known = new WeakMap<Asks, { within: readonly number[]; until: number }>();

/** Companies whose machine answers; null where the database is one machine, which then is away as a whole. */
async function listWithinReach(pool: Asks): Promise<number[] | null> {
  const { rows } = await pool.query<{ within: number[] | null }>(
    'select cross_tenant_companies_within_reach() as within',
  );
  return rows[0]?.within ?? null;
}

/**
 * Asks what concerns all companies: of all of them (null), and while a machine of several is down of those on the others.
 * @returns the answer, and whether it lacks companies
 */
export async function askAll<T>(
  pool: Asks,
  ask: (within: readonly number[] | null) => Promise<T>,
): Promise<{ answer: T; lacks: boolean }> {
  const down = known.get(pool);
  if (down && lacksCompanies(pool)) return { answer: await ask(down.within), lacks: true };
  try {
    return { answer: await ask(null), lacks: false };
  } catch (error) {
    if (!databaseIsAway(error)) throw error;
    const within = await listWithinReach(pool).catch(() => null);
    if (within === null) throw error;
    known.set(pool, { within, until: Date.now() + KEPT_MS });
    return { answer: await ask(within), lacks: true };
  }
}

/** Whether the last answer of `askAll` lacked companies whose machine is down. */
export function lacksCompanies(pool: Asks): boolean {
  const down = known.get(pool);
  return down !== undefined && down.until > Date.now();
}

/** Refuses what only a machine that does not answer could decide. */
export function outOfReach(): AppError {
  return new AppError(
    'unavailable',
    'The data of this company cannot be reached just now: try again in a moment',
    {
      retryAfter_s: 5,
    },
  );
}

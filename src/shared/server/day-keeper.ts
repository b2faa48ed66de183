import type pg from 'pg';
import { listReachedCompanies } from './callers.ts';
import type { Running, WorkerServices } from './feature-work.ts';
import { findLateDays, type LateDays } from './late-days.repository.ts';
import { readOpenCompany } from './open-company.ts';
import { repeatWork } from './repeated-work.ts';

const EVERY_MS = 60_000;
/** In so many turns the last days are looked at, into which readings still come; and all of them. */
const RECENT_EVERY = 5;
const WHOLE_EVERY = 60;
export const RECENT_DAYS = 4;
/** Days of a plant that are made in one transaction: others do not wait long. */
export const DAYS_AT_ONCE = 62;

/** How days of plants are kept: made before anybody asks, from what they stand on. */
export interface Keeping {
  readonly pool: pg.Pool;
  readonly now: Date;
  /** How many days back; as far as the area keeps days without. */
  readonly days?: number;
  readonly isStopped?: () => boolean;
  /** Is told of a plant whose days could not be made; without it, it is thrown. */
  readonly failed?: (err: unknown, proj_code: string) => void;
  /** Values of readings that are counted at once, at most. */
  readonly most_values?: number;
}

/** What came of one look at some plants. */
export interface Kept {
  /** Days that were made. */
  readonly made: number;
  /** Whether others are due. */
  readonly more: boolean;
  /** Days that were found not to be made for now, and are not due any more. */
  readonly aside?: number;
}

/** Makes and stores days of some plants that are due, `DAYS_AT_ONCE` of each at most. */
type Keep<P> = (plants: readonly P[]) => Promise<Kept>;

interface Plant {
  readonly proj_code: string;
}

/** Makes the days of some plants, as often as something is left. */
async function keepWhole<P>({ isStopped }: Keeping, plants: readonly P[], keep: Keep<P>): Promise<number> {
  let all = 0;
  for (let again = true; again && !isStopped?.(); ) {
    const { made, more, aside = 0 } = await keep(plants);
    all += made;
    again = more && made + aside > 0;
  }
  return all;
}

/** The same, each plant by itself where together they fail: one keeps no others back. */
async function keepEach<P extends Plant>(
  keeping: Keeping,
  plants: readonly P[],
  keep: Keep<P>,
): Promise<number> {
  try {
    return await keepWhole(keeping, plants, keep);
  } catch (err) {
    const [plant] = plants;
    if (!plant || !keeping.failed) throw err;
    if (plants.length > 1) return keepPlants(keeping, plants, { at_once: 1, keep });
    keeping.failed(err, plant.proj_code);
    return 0;
  }
}

/** Makes the days of plants that are due, so many plants at once: others wait for no transaction long. Answers how many were made. */
export async function keepPlants<P extends Plant>(
  keeping: Keeping,
  plants: readonly P[],
  { at_once, keep }: { readonly at_once: number; readonly keep: Keep<P> },
): Promise<number> {
  let made = 0;
  for (let at = 0; at < plants.length && !keeping.isStopped?.(); at += at_once)
    made += await keepEach(keeping, plants.slice(at, at + at_once), keep);
  return made;
}

interface KeptDays {
  /** What is kept, as the log calls it. */
  readonly what: string;
  readonly first_ms: number;
  readonly keep: (keeping: Keeping, company_id: number) => Promise<unknown>;
}

/** Which days of a company are looked at. */
export type Look = 'all' | 'recent' | 'none';

/**
 * Which days of each company are looked at in a turn: the last ones every five minutes, all of them once an hour and where older
 * ones have changed; while those still change, as by history that is being imported, every five minutes, and once they rest.
 */
export class Looks {
  /** When older days had changed last, at the last look at all. */
  readonly #seen = new Map<number, number>();
  /** Companies whose older days were still changing: the next turn looks whether they rest. */
  readonly #changing = new Set<number>();

  /** Whether something may be due of a company in a turn. */
  asks(turn: number, company_id: number): boolean {
    return turn % RECENT_EVERY === 0 || this.#changing.has(company_id);
  }

  of(turn: number, company_id: number, late: LateDays | undefined): Look {
    const regular = turn % RECENT_EVERY === 0;
    const changed = late !== undefined && late.changed_at !== this.#seen.get(company_id);
    if (changed && !late.quiet) this.#changing.add(company_id);
    else this.#changing.delete(company_id);
    if (turn % WHOLE_EVERY === 0 || (changed && (regular || late.quiet))) return 'all';
    return regular ? 'recent' : 'none';
  }

  /** All days have been looked at, as they stood when `late` was read. */
  looked(company_id: number, late: LateDays | undefined): void {
    if (late) this.#seen.set(company_id, late.changed_at);
  }
}

/** Keeps days of all companies, until it is closed. Two workers that do so at once do no harm. */
export function startDayKeeper(
  { pool, log, now }: Pick<WorkerServices, 'pool' | 'log' | 'now'>,
  { what, first_ms, keep }: KeptDays,
): Running {
  let turns = 0;
  const looks = new Looks();
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const nth = turns++;
    const asked = (await listReachedCompanies(pool)).filter((company_id) => looks.asks(nth, company_id));
    for (const company_id of asked) {
      if (isStopped()) return;
      const late = await readOpenCompany(pool, company_id, findLateDays);
      const look = looks.of(nth, company_id, late);
      if (look === 'none') continue;
      const days = look === 'all' ? {} : { days: RECENT_DAYS };
      const failed = (err: unknown, proj_code: string) =>
        log.warn(
          { err, company_id, proj_code },
          `${what} of a plant could not be made; they are tried again`,
        );
      try {
        await keep({ pool, now: now(), isStopped, failed, ...days }, company_id);
        if (look === 'all' && !isStopped()) looks.looked(company_id, late);
      } catch (err) {
        log.warn({ err, company_id }, `${what} could not be made; they are tried again`);
      }
    }
  };
  const failed = (err: unknown) => log.warn({ err }, `${what} could not be made`);
  return repeatWork(turn, { first_ms, every_ms: EVERY_MS, failed });
}

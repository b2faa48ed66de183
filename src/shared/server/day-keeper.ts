import type pg from 'pg';
import { listReachedCompanies } from './callers.ts';
import type { Running, WorkerServices } from './feature-work.ts';
import { repeatWork } from './repeated-work.ts';

const EVERY_MS = 5 * 60_000;
/** So often all days are looked at; in between the last ones, into which readings still come. */
const WHOLE_EVERY = 12;
const RECENT_DAYS = 4;
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

/** Keeps days of all companies, until it is closed. Two workers that do so at once do no harm. */
export function startDayKeeper(
  { pool, log, now }: Pick<WorkerServices, 'pool' | 'log' | 'now'>,
  { what, first_ms, keep }: KeptDays,
): Running {
  let turns = 0;
  const turn = async (isStopped: () => boolean): Promise<void> => {
    const days = turns++ % WHOLE_EVERY === 0 ? {} : { days: RECENT_DAYS };
    for (const company_id of await listReachedCompanies(pool)) {
      if (isStopped()) return;
      const failed = (err: unknown, proj_code: string) =>
        log.warn(
          { err, company_id, proj_code },
          `${what} of a plant could not be made; they are tried again`,
        );
      await keep({ pool, now: now(), isStopped, failed, ...days }, company_id).catch((err: unknown) =>
        log.warn({ err, company_id }, `${what} could not be made; they are tried again`),
      );
    }
  };
  const failed = (err: unknown) => log.warn({ err }, `${what} could not be made`);
  return repeatWork(turn, { first_ms, every_ms: EVERY_MS, failed });
}

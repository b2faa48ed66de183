import { baseOf, changedSince, git } from '../../scripts/changed-files.ts';

const DAY_S = 86_400;

/** `LOOPS=whole` tries everything at every call, as before a release. */
export const tryAll = process.env.LOOPS === 'whole';

/** The day that is asked for; anything but a whole number would be nobody's turn. */
export function dayOf(word: string): number {
  const day = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(day))
    throw new Error(`TURN is the number of a day, such as 3 or 20789, and not "${word}"`);
  return day;
}

/** The day of the commit: whoever tries it again tries the same. Where nothing is committed, that of the clock. */
function dayOfCommit(): number {
  try {
    return Math.floor(dayOf(git('log', '-1', '--format=%ct').trim()) / DAY_S);
  } catch {
    return Math.floor(Date.now() / 1000 / DAY_S);
  }
}

/** `TURN=3` tries what another day would. */
export const today = process.env.TURN ? dayOf(process.env.TURN) : dayOfCommit();

interface Changed {
  readonly paths: readonly string[];
  /** Why it is not known what has changed, as in a copy that lacks the commit before. */
  readonly unknown?: string;
}

/**
 * The files that the commits since `main` have changed, on `main` those of the last one, and those that are not committed
 * yet.
 */
function findChanged(): Changed {
  try {
    const [base, head] = [baseOf(), git('rev-parse', 'HEAD').trim()];
    return { paths: changedSince(base === head ? git('rev-parse', '--verify', 'HEAD~1').trim() : base) };
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? '').trim();
    return { paths: [], unknown: said || (error as Error).message };
  }
}

let found: Changed | undefined;
function changed(): Changed {
  found ??= findChanged();
  return found;
}

const AREA = /^(?:src\/features\/(\w+)\/|src\/(acquisition)\/|tests\/contract\/areas\/(\w+)[./])/;
/** The areas that files belong to, their examples for the loops over calls included. */
export const areasOf = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => AREA.exec(path)?.slice(1).find(Boolean) ?? []));

const WEB = /^src\/features\/\w+\/(web\/|\w+\.web\.ts$)/;
/** Those areas of which something else has changed than the browser's side, which no call is made of. */
export const changedAreas = (): ReadonlySet<string> =>
  areasOf(changed().paths.filter((path) => !WEB.test(path)));

/** Those areas of which the browser's side has changed. */
export const changedWebs = (): ReadonlySet<string> =>
  areasOf(changed().paths.filter((path) => WEB.test(path)));

export const hasChangedMigration = (): boolean =>
  changed().paths.some((path) => path.startsWith('database/migrations/'));

/** Says which day is tried and what is due besides, and hands the day to every process that is started from here. */
export function settleDay(): void {
  const isTold = process.env.MERIDIANA_DAY_TOLD === '1';
  process.env.TURN = String(today);
  process.env.MERIDIANA_DAY_TOLD = '1';
  if (isTold) return;
  const { unknown } = changed();
  const areas = [...changedAreas()];
  const due = unknown
    ? `what has changed is not known, so that nothing else is due (${unknown})`
    : `changed areas: ${areas.length}${areas.length > 0 ? ` (${areas.join(', ')})` : ''}`;
  const migration = hasChangedMigration() ? '; a migration has changed' : '';
  console.log(`day ${today}; ${tryAll ? 'everything is tried' : due + migration}`);
}

interface Turn {
  readonly day: number;
  readonly days: number;
}

/** Those whose turn it is on a day, of so many days; one at least. */
export function turnOf<T>(all: readonly T[], { day, days }: Turn): T[] {
  const turns = Math.max(1, Math.min(days, all.length));
  return all.filter((_, i) => i % turns === day % turns);
}

/** Those whose turn it is, and those that are due for another reason; with `LOOPS=whole` all. */
export function ofToday<T>(all: readonly T[], turn: Turn, isDue: (one: T) => boolean = () => false): T[] {
  const todays = new Set(turnOf(all, turn));
  return all.filter((one) => tryAll || todays.has(one) || isDue(one));
}

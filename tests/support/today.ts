import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DAY_S = 86_400;

/** `LOOPS=whole` tries everything at every call, as before a release. */
export const tryAll = process.env.LOOPS === 'whole';

/** What git says; nothing where there is no repository, or not as much of it. */
function git(...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 50_000_000 });
  return status === 0 ? stdout : '';
}

/** The day of the commit: whoever tries it again tries the same. `TURN=3` tries what another day would. */
export const today = process.env.TURN
  ? Number(process.env.TURN)
  : Math.floor(Number(git('log', '-1', '--format=%ct')) / DAY_S);

/** The files that the commit, and what is not committed yet, have changed. */
export const changedPaths = (): readonly string[] => git('diff', '--name-only', 'HEAD~1').split('\n');

/** Those whose turn it is on a day, of so many days; one at least. */
export function turnOf<T>(all: readonly T[], { day, days }: { day: number; days: number }): T[] {
  const turns = Math.max(1, Math.min(days, all.length));
  return all.filter((_, i) => i % turns === day % turns);
}

/** Those whose turn it is today, and those that are due for another reason; with `LOOPS=whole` all. */
export function ofToday<T>(all: readonly T[], days: number, isDue: (one: T) => boolean = () => false): T[] {
  const turn = new Set(turnOf(all, { day: today, days }));
  return all.filter((one) => tryAll || turn.has(one) || isDue(one));
}

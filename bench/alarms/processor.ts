import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** A clock tick of /proc, by its man page on Linux. */
const TICKS_PER_S = 100;

/** What stands behind a process' name in its line in /proc: state, parent and so on. */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

const ticksOf = (fields: readonly string[], from: number): number =>
  Number(fields[from]) + Number(fields[from + 1]);

/** Processor seconds of a process. */
export const processorSeconds = (pid: number): number => ticksOf(fieldsOf(pid), 11) / TICKS_PER_S;

/** The process that all processes of a pool's PostgreSQL come from. */
export async function findPostmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(fieldsOf(rows[0]?.pid ?? 0)[1]);
}

/** Processor seconds of a PostgreSQL with all its processes, those that have ended too. */
export function clusterSeconds(postmaster: number): number {
  const own = fieldsOf(postmaster);
  let ticks = ticksOf(own, 11) + ticksOf(own, 13);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = fieldsOf(Number(name));
      if (Number(fields[1]) === postmaster) ticks += ticksOf(fields, 11);
    } catch (error) {
      // It ended while the list was read.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return ticks / TICKS_PER_S;
}

import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { clusterSeconds, findPostmaster, processorSeconds } from '../alarms/processor.ts';

const EVERY_MS = 2000;

/** Processor seconds of the whole machine that were not idle, whoever used them. */
function machineSeconds(): number {
  const ticks =
    readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = ticks;
  return (user + nice + system + irq + softirq) / 100;
}

/** Processor seconds of PostgreSQL by the name that connections gave, of all of it, and of the machine. */
export class DatabaseShares {
  readonly #pool: pg.Pool;
  readonly #seen = new Map<number, number>();
  readonly #byName = new Map<string, number>();
  #postmaster = 0;
  #cluster_s = 0;
  #machine_s = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  static async begin(pool: pg.Pool): Promise<DatabaseShares> {
    const shares = new DatabaseShares(pool);
    shares.#postmaster = await findPostmaster(pool);
    await shares.#look();
    shares.#byName.clear();
    shares.#cluster_s = clusterSeconds(shares.#postmaster);
    shares.#machine_s = machineSeconds();
    // A connection that ends between two looks takes its last seconds with it.
    shares.#timer = setInterval(() => void shares.#look().catch(() => undefined), EVERY_MS);
    return shares;
  }

  async end(): Promise<{ of(name: string): number; all_s: number; machine_s: number }> {
    clearInterval(this.#timer);
    await this.#look();
    return {
      of: (name) => this.#byName.get(name) ?? 0,
      all_s: clusterSeconds(this.#postmaster) - this.#cluster_s,
      machine_s: machineSeconds() - this.#machine_s,
    };
  }

  async #look(): Promise<void> {
    const { rows } = await this.#pool.query<{ pid: number; name: string }>(
      'select pid, application_name as name from pg_stat_activity where pid is not null',
    );
    for (const { pid, name } of rows) {
      const now = secondsOf(pid);
      if (now === undefined) continue;
      this.#byName.set(name, (this.#byName.get(name) ?? 0) + now - (this.#seen.get(pid) ?? 0));
      this.#seen.set(pid, now);
    }
  }
}

function secondsOf(pid: number): number | undefined {
  try {
    return processorSeconds(pid);
  } catch (error) {
    // It ended since it was listed.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

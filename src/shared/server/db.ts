import pg from 'pg';
import { type PulseOptions, watchPulse } from './database-pulse.ts';
import type { DatabaseTarget } from './database-target.ts';

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

const parseIds = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
const overrides: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (text) => text,
  [INT8_ARRAY]: parseIds,
};

/** Ids arrive as numbers, dates as 'YYYY-MM-DD', instants as Date, float8[] as number[]. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return overrides[oid] ?? pg.types.getTypeParser(oid, (format ?? 'text') as 'text');
  },
};

export interface PoolOptions {
  /** Connections at most. */
  max: number;
  /** What pg_stat_activity shows. */
  name: string;
  statementTimeout_ms?: number;
  /** How soon a server that hangs is known for one. */
  pulse?: PulseOptions;
  /** Told when an idle connection is lost; the pool replaces it. */
  onError?: (error: Error) => void;
}

/** A pool of connections of the program's own role; a lost idle connection is reported, never fatal. */
export function createPool(target: DatabaseTarget, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...target,
    max: options.max,
    application_name: options.name,
    statement_timeout: options.statementTimeout_ms ?? 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
    pipeline: true,
  } as pg.PoolConfig);
  pool.on('error', (error) => options.onError?.(error));
  // The pool hears of idle connections only. One that is lost between two statements of a transaction tells it by an
  // event as well, which would end the process; the transaction's next statement fails, and that is where it is handled.
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchPulse(pool, target, options.pulse);
  return pool;
}

/**
 * Runs `work` in one transaction and commits it; whatever it throws rolls everything back. The first statement goes out
 * together with those of `work`: one round trip less.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  first = 'begin',
): Promise<T> {
  const client = await pool.connect();
  let opening: Error | undefined;
  const opened = client.query(first).catch((error: Error) => {
    opening = error;
  });
  try {
    const value = await work(client);
    await opened;
    if (opening) throw opening;
    // A statement that failed and was caught leaves the transaction broken: PostgreSQL then answers a commit with a rollback.
    const end = await client.query('commit');
    if (end.command !== 'COMMIT') throw new Error('the transaction was rolled back by an earlier failure');
    client.release();
    return value;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw opening ?? error;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SILENT } from './database-faults.ts';
import { clientConfig, type DatabaseTarget } from './database-target.ts';

export interface PulseOptions {
  /** How long work may hold a connection before it is asked whether the server answers at all. */
  readonly after_ms?: number;
  /** How long the server may take to answer that. */
  readonly patience_ms?: number;
}

const AFTER_MS = 4_000;
// A server under a load of sixty takes some seconds to let somebody in.
const PATIENCE_MS = 6_000;
const ASK_AT_LEAST_EVERY_MS = 60_000;
const STOOD_STILL_MS = 500;

/**
 * Keeps work from waiting for a server that accepts and never answers: a stopped process, a disk that hangs, a network that
 * swallows everything. While something holds a connection for long, the server is asked on a connection of its own; where
 * that is not answered in time, the connections in use are cut, so that what waits on them fails as it does when the server
 * is away; and until it answers again nothing new is begun, so that queues before the pool empty at once. What the server
 * really works at, however long, goes on.
 */
export function watchPulse(pool: pg.Pool, target: DatabaseTarget, options: PulseOptions = {}): void {
  const { after_ms = AFTER_MS, patience_ms = PATIENCE_MS } = options;
  const used = new Map<pg.PoolClient, { wait_ms: number; ask_at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  let silent = false;

  const look = async (): Promise<void> => {
    const now = performance.now();
    const suspects = [...used].filter(([, { ask_at }]) => ask_at <= now);
    if (asking || suspects.length === 0) return;
    asking = true;
    const held = [...used.keys()];
    if (await answers(target, patience_ms)) for (const [, use] of suspects) askLater(use);
    else {
      silent = true;
      for (const client of held) if (used.has(client)) cut(client);
      void hearAgain();
    }
    asking = false;
  };
  const hearAgain = async (): Promise<void> => {
    do await sleep(after_ms / 4, undefined, { ref: false });
    while (!pool.ended && !(await answers(target, patience_ms)));
    silent = false;
  };
  refuseWhile(pool, () => silent);
  pool.on('acquire', (client) => {
    used.set(client, { wait_ms: after_ms, ask_at: performance.now() + after_ms });
    timer ??= setInterval(() => void look(), after_ms / 2).unref();
  });
  const forget = (client: pg.PoolClient): void => {
    used.delete(client);
    if (used.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  pool.on('release', (_error, client) => forget(client));
  pool.on('remove', forget);
}

/** Gives no connection while that holds, in every way that a pool has of giving one. */
function refuseWhile(pool: pg.Pool, holds: () => boolean): void {
  type Given = (error: Error | undefined, client?: pg.PoolClient) => void;
  const connect = pool.connect.bind(pool) as (given?: Given) => Promise<pg.PoolClient> | undefined;
  const refusing = (given?: Given) => {
    if (!holds()) return connect(given);
    if (given === undefined) return Promise.reject(silence());
    given(silence());
    return undefined;
  };
  pool.connect = refusing as typeof pool.connect;
}

// What is held for good (a lock of a session) is asked about ever more rarely.
function askLater(use: { wait_ms: number; ask_at: number }): void {
  use.wait_ms = Math.min(use.wait_ms * 2, ASK_AT_LEAST_EVERY_MS);
  use.ask_at = performance.now() + use.wait_ms;
}

/** Whether the server says anything at all within the time; a refusal is an answer. */
async function answers(target: DatabaseTarget, patience_ms: number): Promise<boolean> {
  const client = new pg.Client({ ...clientConfig(target, 'meridiana pulse'), connectionTimeoutMillis: 0 });
  client.on('error', () => undefined);
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    // A connection that is refused or lost is known as such by those in use, too.
    .then(
      () => true,
      () => true,
    );
  let late: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => {
    const wait = (): void => {
      const due = performance.now() + patience_ms;
      // Where this process itself stood still, nothing was heard because nobody listened.
      const judge = () => (performance.now() - due > STOOD_STILL_MS ? wait() : resolve(false));
      late = setTimeout(judge, patience_ms);
    };
    wait();
  });
  const answered = await Promise.race([asked, silence]);
  clearTimeout(late);
  if (answered) void client.end().catch(() => undefined);
  else cut(client);
  return answered;
}

/** Ends a connection without a word to the other side, which would not hear it. */
function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(silence());
}

const silence = (): Error =>
  Object.assign(new Error('Connection terminated: the database does not answer'), { code: SILENT });

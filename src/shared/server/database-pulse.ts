import pg from 'pg';
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

/**
 * Keeps work from waiting for a server that accepts and never answers: a stopped process, a disk that hangs, a network that
 * swallows everything. While something holds a connection for long, the server is asked on a connection of its own; where
 * that is not answered in time, the connections in use are cut, so that what waits on them fails as it does when the server
 * is away. What the server really works at, however long, goes on.
 */
export function watchPulse(pool: pg.Pool, target: DatabaseTarget, options: PulseOptions = {}): void {
  const { after_ms = AFTER_MS, patience_ms = PATIENCE_MS } = options;
  const used = new Map<pg.PoolClient, { wait_ms: number; ask_at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;

  const look = async (): Promise<void> => {
    const now = performance.now();
    const suspects = [...used].filter(([, { ask_at }]) => ask_at <= now);
    if (asking || suspects.length === 0) return;
    asking = true;
    const held = [...used.keys()];
    if (await answers(target, patience_ms)) for (const [, use] of suspects) askLater(use);
    else for (const client of held) if (used.has(client)) cut(client);
    asking = false;
  };
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
    // What came while this process was busy is read first.
    late = setTimeout(() => setImmediate(() => resolve(false)), patience_ms);
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
  connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
}

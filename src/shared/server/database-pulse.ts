import { AsyncResource } from 'node:async_hooks';
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
const MAX_ASK_INTERVAL_MS = 60_000;
const STOOD_STILL_MS = 500;

type Given = (error: Error | undefined, client?: pg.PoolClient, release?: (error?: Error) => void) => void;

/** A connection in use or waited for: when it is next asked whether the server answers at all. */
interface Use {
  wait_ms: number;
  ask_at: number;
}

/** Somebody who waits for a connection. */
interface Waiter extends Use {
  readonly refuse: () => void;
}

/**
 * Keeps work from waiting for a server that accepts and never answers: a stopped process, a disk that hangs, a network that
 * swallows everything. While something holds a connection or waits for one for long, the server is asked on a connection of
 * its own; where that is not answered in time, the connections in use are cut, so that what waits on them fails as it does
 * when the server is away, who waits for a connection is refused, and until the server answers again nothing new is begun,
 * so that queues before the pool empty at once. What the server really works at, however long, goes on.
 */
export function watchPulse(pool: pg.Pool, target: DatabaseTarget, options: PulseOptions = {}): void {
  const { after_ms = AFTER_MS, patience_ms = PATIENCE_MS } = options;
  const used = new Map<pg.PoolClient, Use>();
  const waiting = new Set<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  let silent = false;

  const look = async (): Promise<void> => {
    const now = performance.now();
    const suspects = [...used.values(), ...waiting].filter(({ ask_at }) => ask_at <= now);
    if (asking || suspects.length === 0) return;
    asking = true;
    const held = [...used.keys()];
    if (await answers(target, patience_ms)) for (const use of suspects) askLater(use);
    else {
      silent = true;
      for (const client of held) if (used.has(client)) cut(client);
      for (const waiter of [...waiting]) waiter.refuse();
      void hearAgain();
    }
    asking = false;
  };
  const hearAgain = async (): Promise<void> => {
    do await sleep(after_ms / 4, undefined, { ref: false });
    while (!pool.ended && !(await answers(target, patience_ms)));
    silent = false;
  };
  const begin = (): Use => {
    timer ??= setInterval(() => void look(), after_ms / 2).unref();
    return { wait_ms: after_ms, ask_at: performance.now() + after_ms };
  };
  const restIfIdle = (): void => {
    if (used.size + waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const forget = (client: pg.PoolClient): void => {
    used.delete(client);
    restIfIdle();
  };
  pool.on('acquire', (client) => used.set(client, begin()));
  pool.on('release', (_error, client) => forget(client));
  pool.on('remove', forget);

  const connect = pool.connect.bind(pool) as (given: Given) => void;
  /** Asks the pool for a connection; `given` is called once, by the pool or by the refusal. */
  const waitFor = (given: Given): void => {
    if (silent) {
      given(silence());
      return;
    }
    const end = (): boolean => {
      const first = waiting.delete(waiter);
      restIfIdle();
      return first;
    };
    const waiter: Waiter = { ...begin(), refuse: () => end() && given(silence()) };
    waiting.add(waiter);
    connect((error, client, release) => {
      if (end()) given(error, client, release);
      else release?.();
    });
  };
  const connectWatched = (given?: Given): Promise<pg.PoolClient> | undefined => {
    // Whoever waited goes on as themselves, not as whoever gave the connection back.
    if (given) waitFor(AsyncResource.bind(given));
    else
      return new Promise((resolve, reject) =>
        waitFor((error, client) => (client ? resolve(client) : reject(error))),
      );
    return undefined;
  };
  pool.connect = connectWatched as typeof pool.connect;
}

// What is held for good (a lock of a session) is asked about ever more rarely.
function askLater(use: Use): void {
  use.wait_ms = Math.min(use.wait_ms * 2, MAX_ASK_INTERVAL_MS);
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

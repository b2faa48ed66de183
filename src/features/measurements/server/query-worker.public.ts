import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { createPool } from '../../../shared/server/db.ts';
import { createLog } from '../../../shared/server/log.ts';
import { type Scope, unpackScope } from '../../../shared/server/tenancy.ts';
import {
  type FromThread,
  packFault,
  type ThreadData,
  type ToThread,
  type WorkerMessage,
} from './query-messages.ts';
import type { Pieces, WorkerQuery } from './worker-query.ts';

export { jsonOf, type Pieces, type QueryWorkers } from './worker-query.ts';

/** Bytes that are worth a message. */
const MESSAGE_BYTES = 256 * 1024;

export interface QueryInWorker<Question> {
  readonly pool: pg.Pool;
  readonly scope: Scope;
  readonly query: Question;
  readonly now: Date;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * Makes the running thread one that answers questions as they come, on connections of its own, until it is told to end.
 * @param name what its connections and its log are called
 */
export function serveQueries<Question extends object = WorkerQuery>(
  answerOf: (asked: QueryInWorker<Question>) => Promise<Pieces>,
  name: string,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this is a thread, not a program');
  const { database, logLevel, connections } = workerData as ThreadData;
  const log = createLog(logLevel, name);
  const pool = createPool(database, {
    max: connections,
    name: `meridiana ${name}`,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  const running = new Map<number, AbortController>();

  function send(message: FromThread): void {
    port?.postMessage(message, 'pieces' in message ? message.pieces.map((piece) => piece.buffer) : []);
  }

  /** Sends an answer as it is written; between two messages others have their turn. */
  async function answer({ id, scope, query, now }: WorkerMessage<Question>): Promise<void> {
    const waited = new AbortController();
    running.set(id, waited);
    try {
      const asked = { pool, scope: unpackScope(scope), query, now: new Date(now), signal: waited.signal };
      let [pieces, bytes]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
      for (const piece of await answerOf(asked)) {
        pieces.push(piece);
        bytes += piece.byteLength;
        if (bytes < MESSAGE_BYTES) continue;
        send({ id, pieces, end: false });
        [pieces, bytes] = [[], 0];
        await turn();
      }
      send({ id, pieces, end: true });
    } catch (error) {
      send({ id, fault: packFault(error) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', async (message: ToThread<Question>) => {
    if (message === 'end') {
      port.close();
      await pool.end();
    } else if ('given_up' in message) running.get(message.given_up)?.abort();
    else await answer(message);
  });
}

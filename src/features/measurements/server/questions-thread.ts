import { setImmediate as turn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../../shared/server/db.ts';
import { createLog } from '../../../shared/server/log.ts';
import { unpackScope } from '../../../shared/server/tenancy.ts';
import { answerQuestion } from './questions.ts';
import { type FromThread, packFault, type ThreadData, type ToThread } from './questions-messages.ts';

// A thread of the api process: it answers questions as they come, on connections of its own, until it is told to end.
const port = parentPort;
if (port === null) throw new Error('this is a thread, not a program');

const { database, logLevel, connections } = workerData as ThreadData;
const log = createLog(logLevel, 'questions');
const pool = createPool(database, {
  max: connections,
  name: 'meridiana questions',
  onError: (err) => log.warn({ err }, 'a database connection was lost'),
});

/** Bytes that are worth a message. */
const MESSAGE_BYTES = 256 * 1024;

function send(message: FromThread): void {
  port?.postMessage(message, 'pieces' in message ? message.pieces.map((piece) => piece.buffer) : []);
}

/** Sends an answer as it is written; between two messages others have their turn. */
async function answer({ id, scope, question, now }: Exclude<ToThread, 'end'>): Promise<void> {
  try {
    let [pieces, bytes]: [Uint8Array<ArrayBuffer>[], number] = [[], 0];
    for (const piece of await answerQuestion(pool, unpackScope(scope), question, new Date(now))) {
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
  }
}

port.on('message', async (message: ToThread) => {
  if (message !== 'end') return answer(message);
  port.close();
  await pool.end();
});

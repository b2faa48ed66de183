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

async function answer({ id, scope, question, now }: Exclude<ToThread, 'end'>): Promise<FromThread> {
  try {
    const value = await answerQuestion(pool, unpackScope(scope), question, new Date(now));
    return { id, json: new TextEncoder().encode(JSON.stringify(value)) };
  } catch (error) {
    return { id, fault: packFault(error) };
  }
}

port.on('message', async (message: ToThread) => {
  if (message === 'end') {
    port.close();
    await pool.end();
    return;
  }
  const sent = await answer(message);
  port.postMessage(sent, 'json' in sent ? [sent.json.buffer] : []);
});

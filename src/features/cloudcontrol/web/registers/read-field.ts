import { send } from '../../../../shared/web/api/send.ts';
import { type AskedQuestion, fieldToolsCalls } from '../../field-tools.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';
import { type Reading, type ReadQuestion, readingOf } from './reading.model.ts';

/** After so many calls nobody waits any longer: the server ends every task before. */
const MAX_CALLS = 8;

export interface Asking {
  company: number;
  question: ReadQuestion;
  number: number;
  signal: AbortSignal;
}

/**
 * Reads registers once and waits for what comes; a question that nobody waits for any longer is ended in the field as well.
 * @throws CallError when it was refused, or the line broke
 */
export async function readField({ company, question, number, signal }: Asking): Promise<Reading> {
  const query = { wait_ms: String(MAX_ASKED.wait_ms) };
  // Not to be cut short: an unheard question would stand on the server without anybody who could end it.
  let asked: AskedQuestion = await send(fieldToolsCalls.ask, { query, body: question, company });
  const params = { id: asked.id };
  try {
    for (let calls = 1; !asked.ended && calls < MAX_CALLS; calls++) {
      signal.throwIfAborted();
      asked = await send(fieldToolsCalls.answers, {
        params,
        query: { ...query, ended_tasks: '0' },
        company,
        signal,
      });
    }
  } finally {
    if (!asked.ended)
      send(fieldToolsCalls.giveUp, { params, company }).catch((fault: unknown) => {
        // It ends by itself within a minute.
        console.warn('a read could not be given up', fault);
      });
  }
  return readingOf(asked.tasks[0], { number, at: Date.now(), question });
}

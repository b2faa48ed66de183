import { useCallback, useEffect, useRef, useState } from 'react';
import type { In } from '../../../../shared/contract/call.ts';
import { CallError } from '../../../../shared/contract/client.ts';
import { send } from '../../../../shared/web/api/send.ts';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { type AskedQuestion, fieldToolsCalls } from '../../field-tools.contract.ts';
import { MAX_ASKED } from '../../field-tools.model.ts';

export type Question = In<(typeof fieldToolsCalls)['ask']['body']>;

/** A call that did not come through is tried again so often: the question itself lives on meanwhile. */
const TRIES = 4;
const AGAIN_AFTER_MS = 1_000;
/** The first answer is shown as soon as it is there, and a slow one does not hold the progress back. */
const FIRST_WAIT_MS = 300;

const endedOf = ({ tasks }: AskedQuestion) => tasks.filter(({ state }) => state === 'ended').length;
const worthRepeating = (fault: unknown) =>
  fault instanceof CallError && (fault.status === 0 || fault.status >= 500);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export interface Asking {
  /** Set where nobody waits any longer: another question was asked, or the screen was left. */
  readonly leaving: AbortController;
  readonly company: number;
  readonly onProgress: (asked: AskedQuestion) => void;
}

/** What is known next, after as many tries as a weak line needs. */
async function nextOf(asked: AskedQuestion, { leaving, company }: Asking): Promise<AskedQuestion> {
  const query = { wait_ms: String(MAX_ASKED.wait_ms), ended_tasks: String(endedOf(asked)) };
  for (let tried = 1; ; tried += 1) {
    try {
      return await send(fieldToolsCalls.answers, {
        params: { id: asked.id },
        query,
        company,
        signal: leaving.signal,
      });
    } catch (fault) {
      if (leaving.signal.aborted || !worthRepeating(fault) || tried >= TRIES) throw fault;
      await pause(AGAIN_AFTER_MS);
    }
  }
}

/** Asks, and tells of each answer until all have come; ends the question on the server when nobody waits any longer. */
export async function follow(question: Question, asking: Asking): Promise<void> {
  const { leaving, company, onProgress } = asking;
  const query = { wait_ms: String(FIRST_WAIT_MS) };
  // Not to be cut short: an unheard question would stand on the server without anybody who could end it.
  let asked = await send(fieldToolsCalls.ask, { body: question, query, company });
  try {
    while (!leaving.signal.aborted) {
      onProgress(asked);
      if (asked.ended) return;
      asked = await nextOf(asked, asking);
    }
  } finally {
    if (!asked.ended)
      send(fieldToolsCalls.giveUp, { params: { id: asked.id }, company }).catch((fault: unknown) => {
        // It ends by itself within a minute.
        console.warn('a question could not be given up', fault);
      });
  }
}

export interface FieldTaskState {
  /** What came so far; null before the first word. */
  asked: AskedQuestion | null;
  /** Nothing asked yet; under way; all answered, or stopped; or not asked at all, with why. */
  state: 'idle' | 'asking' | 'ended' | 'failed';
  fault: unknown;
  ask: (question: Question) => void;
  /** Ends it: what came stays, what is not asked yet stays unasked. */
  stop: () => void;
}

type Standing = Pick<FieldTaskState, 'asked' | 'state' | 'fault'>;
const IDLE: Standing = { asked: null, state: 'idle', fault: null };

/** A question to the field, one at a time, with its answers as they come. It ends when the screen is left. */
export function useFieldTask(): FieldTaskState {
  const company = useCompany().id_client;
  const [standing, setStanding] = useState<Standing>(IDLE);
  const current = useRef<AbortController | null>(null);
  const leave = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);
  useEffect(() => leave, [leave]);
  const ask = useCallback(
    (question: Question) => {
      leave();
      const leaving = new AbortController();
      current.current = leaving;
      const ifHeard = (next: Partial<Standing>) => {
        if (!leaving.signal.aborted) setStanding((before) => ({ ...before, ...next }));
      };
      setStanding({ ...IDLE, state: 'asking' });
      follow(question, { leaving, company, onProgress: (asked) => ifHeard({ asked }) }).then(
        () => ifHeard({ state: 'ended' }),
        (fault: unknown) => ifHeard({ state: 'failed', fault }),
      );
    },
    [company, leave],
  );
  const stop = useCallback(() => {
    leave();
    setStanding((before) => ({ ...before, state: 'ended' }));
  }, [leave]);
  return { ...standing, ask, stop };
}

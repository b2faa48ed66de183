import { useCallback, useEffect, useRef, useState } from 'react';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import type { AskedQuestion } from '../../field-tools.contract.ts';
import { AWAITED, type Outcome, outcomeOf, type Round } from './answers.model.ts';
import { follow } from './use-field-task.ts';

/** Questions under way at once: a silent address does not hold the others up. */
const AT_ONCE = 6;

export interface Answers {
  /** By the key of the row. */
  outcomes: ReadonlyMap<string, Outcome>;
  asking: boolean;
  /** Why a question could not be asked at all. */
  fault: unknown;
  ask: (rounds: readonly Round[]) => void;
  stop: () => void;
  /** Forgets what came of a row that is another device by now; of all of them where none is named. */
  forget: (key?: string) => void;
}

type Outcomes = ReadonlyMap<string, Outcome>;

/** Whoever was not answered when it was stopped was not asked. */
const withoutAwaited = (outcomes: Outcomes): Outcomes =>
  new Map([...outcomes].filter(([, { state }]) => state === 'ended'));

function outcomesOf(asked: AskedQuestion, keys: readonly string[]): [string, Outcome][] {
  const inOrder = asked.tasks.toSorted((a, b) => a.position - b.position);
  return inOrder.flatMap((task, i) => {
    const key = keys[i];
    return key === undefined ? [] : [[key, outcomeOf(task)] as [string, Outcome]];
  });
}

/** Tries rows, and keeps what each answered until it is tried again. */
export function useAnswers(): Answers {
  const company = useCompany().id_client;
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const current = useRef<AbortController | null>(null);
  const leave = useCallback(() => {
    current.current?.abort();
    current.current = null;
  }, []);
  useEffect(() => leave, [leave]);
  const stop = useCallback(() => {
    leave();
    setAsking(false);
    setOutcomes(withoutAwaited);
  }, [leave]);
  const ask = useCallback(
    (rounds: readonly Round[]) => {
      leave();
      const leaving = new AbortController();
      current.current = leaving;
      const lay = (rows: readonly (readonly [string, Outcome])[]) => {
        if (!leaving.signal.aborted) setOutcomes((before) => new Map([...before, ...rows]));
      };
      lay(rounds.flatMap(({ keys }) => keys.map((key) => [key, AWAITED] as const)));
      setFault(null);
      setAsking(true);
      const waiting = [...rounds];
      const work = async () => {
        for (let round = waiting.shift(); round; round = waiting.shift()) {
          const { question, keys } = round;
          await follow(question, { leaving, company, onProgress: (asked) => lay(outcomesOf(asked, keys)) });
          if (leaving.signal.aborted) return;
        }
      };
      Promise.all(Array.from({ length: AT_ONCE }, work)).then(
        () => {
          if (!leaving.signal.aborted) setAsking(false);
        },
        (why: unknown) => {
          if (leaving.signal.aborted) return;
          stop();
          setFault(why);
        },
      );
    },
    [company, leave, stop],
  );
  const forget = useCallback(
    (key?: string) => {
      if (key === undefined) stop();
      setOutcomes((before) => new Map(key === undefined ? [] : [...before].filter(([one]) => one !== key)));
      setFault(null);
    },
    [stop],
  );
  return { outcomes, asking, fault, ask, stop, forget };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { useCompany } from '../../../../shared/web/company/context.tsx';
import { readField } from './read-field.ts';
import { hasContent, KEPT, REPEAT_MS, REPEATS, type Reading, type ReadQuestion } from './reading.model.ts';

export interface Readings {
  /** The newest first. */
  readonly all: readonly Reading[];
  readonly pending: boolean;
  readonly fault: unknown;
  /** Reads that a repetition may still make; 0 while nothing repeats. */
  readonly left: number;
  read(question: ReadQuestion): Promise<void>;
  repeat(on: boolean): void;
}

/** Reads of this page, one at a time; a repetition ends with its count, a refusal, a hidden page or a new question. */
export function useReadings(): Readings {
  const company = useCompany().id_client;
  const [all, setAll] = useState<readonly Reading[]>([]);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [left, setLeft] = useState(0);
  const count = useRef(0);
  const asking = useRef<AbortController | null>(null);
  const ask = useCallback(
    async (question: ReadQuestion) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const { signal } = controller;
      count.current += 1;
      setPending(true);
      setFault(null);
      try {
        const reading = await readField({ company, question, number: count.current, signal });
        if (signal.aborted) return;
        setAll((before) => [reading, ...before].slice(0, KEPT));
        if (!hasContent(reading)) setLeft(0);
      } catch (refusal) {
        if (signal.aborted) return;
        setFault(refusal);
        setLeft(0);
      } finally {
        if (asking.current === controller) setPending(false);
      }
    },
    [company],
  );
  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    const stop = () => document.hidden && setLeft(0);
    document.addEventListener('visibilitychange', stop);
    return () => document.removeEventListener('visibilitychange', stop);
  }, []);
  const question = all[0]?.question;
  useEffect(() => {
    if (left === 0 || pending || !question) return;
    const timer = setTimeout(() => {
      setLeft(left - 1);
      void ask(question);
    }, REPEAT_MS);
    return () => clearTimeout(timer);
  }, [left, pending, question, ask]);
  return {
    all,
    pending,
    fault,
    left,
    read: (next) => {
      setLeft(0);
      return ask(next);
    },
    repeat: (on) => setLeft(on ? REPEATS : 0),
  };
}

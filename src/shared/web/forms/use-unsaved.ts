import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

/** The question whether to leave, while it stands. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}
const guards = new Set<() => Promise<boolean>>();

/** Asks, where something unsaved is on screen, whether it may go: before what is no way to another page. */
export async function mayLeave(): Promise<boolean> {
  for (const ask of guards) {
    if (!(await ask())) return false;
  }
  return true;
}

/** Answers a promise of whether to leave, and the question for the screen while nobody has answered. */
function useQuestion() {
  const [question, setQuestion] = useState<Leaving | null>(null);
  const open = useRef<Leaving | null>(null);
  const ask = useCallback(() => {
    // Asked again, for instance by the browser's own way back: the earlier way is given up.
    open.current?.stay();
    return new Promise<boolean>((resolve) => {
      const answer = (leaves: boolean) => () => {
        open.current = null;
        setQuestion(null);
        resolve(leaves);
      };
      open.current = { leave: answer(true), stay: answer(false) };
      setQuestion(open.current);
    });
  }, []);
  return { question, ask };
}

/**
 * Keeps what is not saved from vanishing: another page is reached only after asking, and the browser asks by itself
 * before a reload. Answers the question that stands, to be shown by `UnsavedQuestion`.
 */
export function useUnsaved(unsaved: boolean): Leaving | null {
  const { question, ask } = useQuestion();
  const shouldBlockFn = useCallback<ShouldBlockFn>(
    async ({ current, next }) => current.pathname !== next.pathname && !(await ask()),
    [ask],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: unsaved, disabled: !unsaved });
  useEffect(() => {
    if (!unsaved) return;
    guards.add(ask);
    return () => {
      guards.delete(ask);
    };
  }, [unsaved, ask]);
  return question;
}

import { Suspense, useEffect, useState } from 'react';
import { guardSignOut } from '../../../shared/web/api/sign-out-guard.ts';
import type { KeptOnDevice } from '../../../shared/web/feature/feature.ts';
import { keptHere } from '../features.ts';

interface Asking {
  /** Areas that are still to be asked. */
  readonly left: readonly KeptOnDevice[];
  readonly answer: (leaves: boolean) => void;
}

/** Asks, before somebody signs out, about what areas keep of their work on this device and nobody has sent. */
export function LeavingQuestion() {
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(
    () =>
      guardSignOut(async () => {
        const left = keptHere();
        if (left.length === 0) return true;
        return new Promise((answer) => setAsking({ left, answer }));
      }),
    [],
  );
  const [first, ...rest] = asking?.left ?? [];
  if (!asking || !first) return null;
  const end = (leaves: boolean) => {
    setAsking(null);
    asking.answer(leaves);
  };
  const { question: Question } = first;
  return (
    <Suspense>
      <Question
        onStay={() => end(false)}
        onLeave={() => (rest.length === 0 ? end(true) : setAsking({ ...asking, left: rest }))}
      />
    </Suspense>
  );
}

import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface Question {
  title: string;
  /** What is done with a yes. */
  confirm: string;
  cancel?: string;
  text: ReactNode;
}

/** Asks a person and promises the answer: for `confirm` of a form. The question belongs outside of the form. */
export function useQuestion(): { ask: (question: Question) => Promise<boolean>; question: ReactNode } {
  const [open, setOpen] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setOpen(null);
        resolve(yes);
      };
      setOpen({ ...question, answer });
    });
  const question = open && (
    <ConfirmDialog
      title={open.title}
      confirm={open.confirm}
      {...(open.cancel ? { cancel: open.cancel } : {})}
      onConfirm={() => open.answer(true)}
      onClose={() => open.answer(false)}
    >
      {typeof open.text === 'string' ? <p>{open.text}</p> : open.text}
    </ConfirmDialog>
  );
  return { ask, question };
}

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  title: string;
  /** The word on the button. */
  confirm: string;
  /** The namespace of the area's words: what was refused stands there under `faults`. */
  words: string;
  act: () => Promise<unknown>;
  /** Says that it is done. */
  onDone: () => void;
  onClose: () => void;
  /** What will happen, and what will not. */
  children: ReactNode;
}

/** Asks before something is taken away, does it, and stays open with the reason where it was refused. */
export function ConfirmAction({ title, confirm, words, act, onDone, onClose, children }: Props) {
  const { formMessage } = useErrorMessage(words);
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onDone();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={acting.isPending}
      fault={acting.error && formMessage(acting.error)}
      onConfirm={() => acting.mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}

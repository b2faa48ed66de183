import { useState } from 'react';
import type { AnyCall, Out } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import { storedIn } from '../forms/record.model.ts';
import { useErrorMessage } from '../forms/use-error-message.ts';
import { toast } from '../ui/toast.ts';

/** A row whose cells can be changed. */
export interface InlineRow {
  readonly id: number;
  readonly version: number;
}

/** One field of a row and what it is to hold. */
export interface InlineChange<T> {
  row: T;
  field: string;
  value: unknown;
}

export interface InlineEditOptions<C extends AnyCall, T extends InlineRow> {
  /** Saves a row; its body judges what is typed. */
  call: C;
  /** Sends what was changed of a row, with its version; answers as the call does. */
  send: (row: T, body: Readonly<Record<string, unknown>>) => Promise<Out<C['ok']>>;
  /** The row within what the call answers, and within what a conflict shows. */
  rowOf: (answer: Out<C['ok']>, row: T) => T | undefined;
  /** The namespace of the area's words: what was refused stands there under `faults`. */
  words: string;
  /** What a field is called, and what stands in it as a person reads it. */
  label: (field: string) => string;
  show: (field: string, value: unknown) => string;
}

/** Somebody else saved the row first: what was to be stored, and what is. */
export interface InlineConflict {
  label: string;
  mine: string;
  theirs: string;
  keepMine: () => Promise<void>;
  takeTheirs: () => void;
}

export interface InlineEdit<T> {
  call: AnyCall;
  words: string;
  /** Stores it, or shows both versions where somebody else was faster. @throws CallError what was refused otherwise */
  save: (change: InlineChange<T>) => Promise<void>;
  /** The same where no field stands that could say what was refused. */
  change: (change: InlineChange<T>) => Promise<void>;
  /** What was changed last, in words, and what takes it back. */
  last: { row: T; label: string; before: string; after: string; undo: () => Promise<void> } | null;
  conflict: InlineConflict | null;
}

/** Changes one field of a row where it stands; the last change can be taken back. */
export function useInlineEdit<C extends AnyCall, T extends InlineRow>(
  options: InlineEditOptions<C, T>,
): InlineEdit<T> {
  const { call, send, rowOf, words, label, show } = options;
  const { formMessage } = useErrorMessage(words);
  const [last, setLast] = useState<(InlineChange<T> & { before: unknown }) | null>(null);
  const [conflict, setConflict] = useState<InlineConflict | null>(null);
  const store = async ({ row, field, value }: InlineChange<T>): Promise<void> => {
    const answer = await send(row, { [field]: value, version: row.version });
    setConflict(null);
    setLast({ row: rowOf(answer, row) ?? row, field, value, before: Reflect.get(row, field) });
  };
  /** Whether it was a conflict, which then is on screen. */
  const meet = (action: InlineChange<T>, fault: CallError): boolean => {
    const stored = storedIn<C>(call, fault);
    const theirs = stored && rowOf(stored as Out<C['ok']>, action.row);
    if (!theirs) return false;
    const { field, value } = action;
    setConflict({
      label: label(field),
      mine: show(field, value),
      theirs: show(field, Reflect.get(theirs, field)),
      keepMine: () => change({ ...action, row: theirs }),
      takeTheirs: () => {
        setConflict(null);
        // What was changed there before is not what stands there any more.
        setLast((one) => (one?.row.id === action.row.id && one.field === field ? null : one));
      },
    });
    return true;
  };
  /** Whether it was stored. */
  const attempt = async (action: InlineChange<T>): Promise<boolean> => {
    try {
      await store(action);
      return true;
    } catch (fault) {
      if (!(fault instanceof CallError) || !meet(action, fault)) throw fault;
      return false;
    }
  };
  const save = async (action: InlineChange<T>): Promise<void> => {
    await attempt(action);
  };
  const failed = (fault: unknown): false => {
    toast.failed(formMessage(fault));
    return false;
  };
  const change = async (action: InlineChange<T>): Promise<void> => {
    await attempt(action).catch(failed);
  };
  return {
    call,
    words,
    save,
    change,
    conflict,
    last: last && {
      row: last.row,
      label: label(last.field),
      before: show(last.field, last.before),
      after: show(last.field, last.value),
      undo: async () => {
        // What could not be taken back can be tried again.
        const back = await attempt({ row: last.row, field: last.field, value: last.before }).catch(failed);
        if (back) setLast(null);
      },
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useBelongingIfAny, useCompanyIfAny } from '../company/context.tsx';
import { type Draft, draftKey, dropDraft, keepDraft, readDraft } from './drafts.ts';
import { changedOf, versionOf } from './record.model.ts';

/** A draft as its form shows it. */
export interface FormDraft {
  /** What was typed last time and is not in the form; null where there is nothing. */
  readonly offered: Draft | null;
  /** Whether somebody has saved the record since. */
  readonly outdated: boolean;
  /** What is typed now is kept, so that nobody has to be asked before the form is left. */
  readonly kept: boolean;
  readonly use: () => void;
  readonly discard: () => void;
}

/** A person in a company; 0 for nobody. */
export interface DraftOwner {
  readonly user_id: number;
  readonly company: number;
}

interface Options<V extends FieldValues> {
  /** Names the form where its draft is kept, such as `downtimes:new`; undefined: nothing is kept. */
  name: string | undefined;
  /** Whose it is where nobody is signed in, as on a page that a link opens. */
  owner?: DraftOwner | undefined;
  form: UseFormReturn<V>;
  /** What is stored, with its version. */
  base: object;
  /** The same as its fields begin with. */
  values: V;
}

const keyFor = (name: string | undefined, user_id: number | undefined, company: number | undefined) =>
  name === undefined || user_id === undefined || company === undefined
    ? null
    : draftKey(name, user_id, company);

/** Keeps what is typed in this browser until it is saved or undone, and offers it again when the form is opened next. */
export function useDraft<V extends FieldValues>({ name, owner, form, base, values }: Options<V>) {
  const [user_id, company] = [useBelongingIfAny()?.user_id, useCompanyIfAny()?.id_client];
  const key = keyFor(name, owner?.user_id ?? user_id, owner?.company ?? company);
  const [offered, setOffered] = useState(() => (key === null ? null : readDraft(key, Date.now())));
  const [kept, setKept] = useState(key !== null);
  const stored = useRef({ base, values });
  stored.current = { base, values };
  useEffect(() => {
    if (key === null) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => {
        const { base, values } = stored.current;
        const changed = changedOf(typed, values);
        if (Object.keys(changed).length === 0) return dropDraft(key);
        setKept(keepDraft(key, { at: Date.now(), version: versionOf(base) ?? null, values: changed }));
      },
    });
  }, [key, form]);
  const discard = () => {
    setOffered(null);
    if (key !== null) dropDraft(key);
  };
  const use = () => {
    setOffered(null);
    const known = Object.entries(offered?.values ?? {}).filter(([field]) => field in values);
    for (const [field, value] of known)
      form.setValue(field as Path<V>, value as never, { shouldDirty: true, shouldTouch: true });
  };
  const outdated = offered !== null && offered.version !== (versionOf(base) ?? null);
  const draft: FormDraft | null = key === null ? null : { offered, outdated, kept, use, discard };
  return { draft, discard };
}

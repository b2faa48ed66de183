import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { z } from 'zod';
import type { AnyCall, Out } from '../../contract/call.ts';
import { CallError } from '../../contract/client.ts';
import type { Difference } from '../ui/ConflictNotice.tsx';
import { toast } from '../ui/toast.ts';
import { bodyFaults, fieldOfPath } from './body-faults.ts';
import type { Scope } from './form-scope.ts';
import { onBlurDeferred } from './on-blur.ts';
import { isOnScreen } from './on-screen.ts';
import { bodyOf, changedBeside, changedOf, differing, storedIn, versionOf } from './record.model.ts';
import { type RecordFormOptions, resolverOf, useSender } from './record-form-options.ts';
import { useDraft } from './use-draft.ts';
import { useErrorMessage } from './use-error-message.ts';
import { useSubmit } from './use-submit.ts';

/**
 * The form of a record, stored or new: judged by the contract's schema, faults at their fields with the focus on the first,
 * nothing typed is ever lost, what others save is followed while nothing is typed, and where somebody else saved meanwhile
 * both versions are there to choose from.
 */
export function useRecordForm<C extends AnyCall, R extends object, V extends FieldValues = R>(
  options: RecordFormOptions<C, R, V>,
) {
  const { call, record, confirm, onSaved, quiet = false } = options;
  const toValues = options.toValues ?? ((from: R) => from as unknown as V);
  const fromAnswer = options.fromAnswer ?? ((answer: Out<C['ok']>) => answer as R);
  const schema: z.ZodType = call.body ?? z.object({});
  const send: (sent: object) => Promise<Out<C['ok']>> = useSender<C>(options as never);
  const { words } = options;
  const common = useErrorMessage(typeof words === 'string' ? words : 'common');
  const messages = typeof words === 'string' ? common : words;
  const [base, setBase] = useState(record);
  const [theirs, setTheirs] = useState<R | null>(null);
  const { current: scope } = useRef<Scope>({ body: schema, fields: new Map() });
  const body = (
    values: V,
    { from = base, version = versionOf(from) }: { from?: R; version?: number | undefined } = {},
  ) => {
    const changed = changedOf(values, toValues(from));
    return bodyOf(schema, options.toBody?.(values, changed, version) ?? values, version);
  };
  /** The field on screen that a fault belongs to: what nobody sees must not keep a form from being sent. */
  const placeOf = (path: string, values: V): string | undefined => {
    const place = options.fieldOf ? options.fieldOf(path, values) : fieldOfPath(path, values);
    return place !== undefined && isOnScreen(form, place) ? place : undefined;
  };
  const form: UseFormReturn<V> = useForm<V>({
    defaultValues: toValues(base) as DefaultValues<V>,
    resolver: resolverOf((values) =>
      [...(options.check?.(values) ?? []), ...bodyFaults(schema, body(values))].flatMap((fault) => {
        const path = placeOf(fault.path, values);
        return path === undefined ? [] : [{ path, message: messages.fieldMessage(fault) }];
      }),
    ),
    ...onBlurDeferred,
  });
  const { isDirty: unsaved, isSubmitting } = form.formState;
  const { draft, discard } = useDraft<V>({
    name: options.draft,
    owner: options.draftOwner,
    form,
    base,
    values: toValues(base),
  });
  // What follows a save is awaited too, and by then the form counts as sent.
  const [following, setFollowing] = useState(false);
  const busy = isSubmitting || following;
  const begin = (from: R) => {
    setTheirs(null);
    setBase(from);
    form.reset(toValues(from));
  };
  /** Takes over what was changed beside the fields; false where it is another version of what is typed. */
  const adopt = (next: R): boolean => {
    const isField = (name: string) => isOnScreen(form, name);
    const beside = changedBeside(toValues(next), { base: toValues(base), typed: form.getValues(), isField });
    if (!beside) return false;
    setBase(next);
    form.reset(toValues(next), { keepValues: true, keepDirty: true, keepErrors: true, keepTouched: true });
    for (const [name, value] of Object.entries(beside)) form.setValue(name as Path<V>, value as never);
    return true;
  };
  const follow = useRef<((next: R) => void) | undefined>(undefined);
  follow.current = (next) => {
    if ((versionOf(next) ?? 0) <= (versionOf(base) ?? 0)) return;
    if (unsaved) adopt(next);
    else begin(next);
  };
  useEffect(() => follow.current?.(record), [record]);
  /** What is stored where somebody else saved first. */
  const storedOf = (fault: CallError): R | undefined => {
    const stored = storedIn<C>(call, fault);
    if (stored === undefined) return undefined;
    return options.fromConflict ? options.fromConflict(stored) : fromAnswer(stored as Out<C['ok']>);
  };
  const take = (fault: CallError): boolean => {
    const stored = storedOf(fault);
    if (stored) setTheirs(stored);
    return stored !== undefined;
  };
  const save = async (values: V): Promise<Out<C['ok']>> => {
    try {
      return await send(body(values, { from: base, version: versionOf(theirs ?? base) }));
    } catch (fault) {
      const stored = fault instanceof CallError && !theirs ? storedOf(fault) : undefined;
      // Another version, but nothing of it stands here: there is nothing to choose from.
      if (!stored || !adopt(stored)) throw fault;
      return send(body(form.getValues(), { from: stored }));
    }
  };
  const { submit, refusal, clear } = useSubmit<V>(form, {
    words: messages,
    fieldOf: (path) => placeOf(path, form.getValues()),
    take,
    act: async (values) => {
      if (confirm && !(await confirm(values))) return;
      const answer = await save(values);
      if (versionOf(base) === undefined) form.reset(values);
      else begin(fromAnswer(answer));
      discard();
      if (!quiet) toast.saved(options.savedAs?.(values));
      setFollowing(true);
      try {
        await onSaved?.(answer);
      } finally {
        setFollowing(false);
      }
    },
  });
  return {
    form,
    scope,
    submit,
    refusal,
    /** As it was read, or saved last. */
    base,
    isNew: versionOf(record) === undefined,
    /** What somebody else saved in the meantime; whoever submits once more keeps their own. */
    theirs,
    takeTheirs: () => theirs && begin(theirs),
    /** Where both versions differ, of what would be sent. */
    differences: (): Difference[] => {
      if (!theirs) return [];
      const [mine, other] = [form.getValues(), toValues(theirs)];
      const names = differing([...scope.fields.keys()], {
        mine,
        other,
        sent: body(mine),
        base: toValues(base),
      });
      return names
        .map((name) => {
          const { label = name, show = String } = scope.fields.get(name) ?? {};
          return { label, mine: show(get(mine, name)), theirs: show(get(other, name)) };
        })
        .filter((one) => one.mine !== one.theirs);
    },
    undo: () => {
      clear();
      begin((versionOf(record) ?? 0) > (versionOf(base) ?? 0) ? record : base);
      discard();
    },
    draft,
    unsaved,
    busy,
  };
}

export type RecordForm = Pick<
  ReturnType<typeof useRecordForm<AnyCall, object, FieldValues>>,
  | 'scope'
  | 'submit'
  | 'refusal'
  | 'isNew'
  | 'takeTheirs'
  | 'differences'
  | 'undo'
  | 'draft'
  | 'unsaved'
  | 'busy'
> & { theirs: object | null; form: unknown };

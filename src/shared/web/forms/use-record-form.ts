import { toNestErrors } from '@hookform/resolvers';
import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { z } from 'zod';
import type { AnyCall, In, Out } from '../../contract/call.ts';
import { CallError, type FieldFault } from '../../contract/client.ts';
import { send as sendCall } from '../api/send.ts';
import { useCompanyIfAny } from '../company/context.tsx';
import type { Difference } from '../ui/ConflictNotice.tsx';
import { toast } from '../ui/toast.ts';
import { bodyFaults, fieldOfPath } from './body-faults.ts';
import type { Scope } from './form-scope.ts';
import { onBlurDeferred } from './on-blur.ts';
import { isOnScreen } from './on-screen.ts';
import { bodyOf, changedBeside, changedOf, differing, storedIn, versionOf } from './record.model.ts';
import { useErrorMessage } from './use-error-message.ts';
import { type ErrorMessages, useSubmit } from './use-submit.ts';

export interface RecordFormOptions<C extends AnyCall, R extends object, V extends FieldValues> {
  /** The contract's call that saves: its body judges what is typed, its answer is what is stored then. */
  call: C;
  params?: In<C['params']>;
  /** What is stored, with its version; of a new record what its fields begin with, without one. */
  record: R;
  /** What stands in the fields; the record itself unless it is said. */
  toValues?: (record: R) => V;
  /** What is sent; the fields that the body has, unless it is said. The version is added where the body has one. */
  toBody?: (values: V, changed: Partial<V>, version: number | undefined) => object;
  /** What the schema cannot say, such as what one field makes another one need. */
  check?: (values: V) => readonly FieldFault[];
  /** The record within the call's answer, where the answer holds more. */
  fromAnswer?: (answer: Out<C['ok']>) => R;
  /** The record within what a conflict shows, where that is no answer of the call. */
  fromConflict?: (stored: Out<C['conflict']>) => R;
  /** Sends the body where more has to be done than the call itself; answers as the call does. */
  send?: (body: In<C['body']>) => Promise<unknown>;
  /** Asked before it is sent: false leaves everything as it is. */
  confirm?: (values: V) => boolean | Promise<boolean>;
  /** The area's words: messages for its faults stand there under `faults`. Or messages of another kind. */
  words: string | ErrorMessages;
  /** The field of a fault, where the body is built otherwise than the form. */
  fieldOf?: (path: string, values: V) => string | undefined;
  onSaved?: (answer: Out<C['ok']>) => unknown;
  /** What the message calls that which was saved. */
  savedAs?: (values: V) => string;
  /** Whoever calls says itself that it was saved. */
  quiet?: boolean;
}

/** Judges by the contract's schema what would be sent. What belongs to no field is left to the server to say. */
function resolverOf<V extends FieldValues>(
  faults: (values: V) => readonly { path: string; message: string }[],
): Resolver<V> {
  return (values, _context, options) => {
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of faults(values)) errors[path] ??= { type: 'contract', message };
    // The fields keep what was typed: the body is made of it again when it is sent.
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : ({ values: {}, errors: toNestErrors(errors as never, options as never) } as never);
  };
}

/** Sends by the contract's call in the name of the company on screen. */
function useSender<C extends AnyCall>({ call, params, send }: RecordFormOptions<C, object, FieldValues>) {
  const company = useCompanyIfAny()?.id_client;
  return (body: object): Promise<Out<C['ok']>> =>
    send
      ? (send(body as In<C['body']>) as Promise<never>)
      : (sendCall<AnyCall>(call, {
          params,
          body,
          ...(company !== undefined && { company }),
        }) as Promise<never>);
}

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
      return differing([...scope.fields.keys()], { mine, other, sent: body(mine), base: toValues(base) }).map(
        (name) => {
          const { label = name, show = String } = scope.fields.get(name) ?? {};
          return { label, mine: show(get(mine, name)), theirs: show(get(other, name)) };
        },
      );
    },
    undo: () => {
      clear();
      begin((versionOf(record) ?? 0) > (versionOf(base) ?? 0) ? record : base);
    },
    unsaved,
    busy,
  };
}

export type RecordForm = Pick<
  ReturnType<typeof useRecordForm<AnyCall, object, FieldValues>>,
  'scope' | 'submit' | 'refusal' | 'isNew' | 'takeTheirs' | 'differences' | 'undo' | 'unsaved' | 'busy'
> & { theirs: object | null; form: unknown };

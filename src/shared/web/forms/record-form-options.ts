import { toNestErrors } from '@hookform/resolvers';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { AnyCall, In, Out } from '../../contract/call.ts';
import type { FieldFault } from '../../contract/client.ts';
import { send as sendCall } from '../api/send.ts';
import { useCompanyIfAny } from '../company/context.tsx';
import type { DraftOwner } from './use-draft.ts';
import type { ErrorMessages } from './use-submit.ts';

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
  /** Names the form where what is typed is kept in this browser until it is saved: `downtimes:new`, `downtimes:12`. */
  draft?: string | undefined;
  /** Whose what is kept is, where nobody is signed in. */
  draftOwner?: DraftOwner | undefined;
  onSaved?: (answer: Out<C['ok']>) => unknown;
  /** What the message calls that which was saved. */
  savedAs?: (values: V) => string;
  /** Whoever calls says itself that it was saved. */
  quiet?: boolean;
}

/** Judges by the contract's schema what would be sent. What belongs to no field is left to the server to say. */
export function resolverOf<V extends FieldValues>(
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
export function useSender<C extends AnyCall>({
  call,
  params,
  send,
}: RecordFormOptions<C, object, FieldValues>) {
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

import { get } from 'react-hook-form';
import { z } from 'zod';
import type { AnyCall, Out } from '../../contract/call.ts';
import type { CallError, FieldFault } from '../../contract/client.ts';

/** The version of a stored record; undefined for a new one. */
export function versionOf(record: object): number | undefined {
  const version: unknown = Reflect.get(record, 'version');
  return typeof version === 'number' ? version : undefined;
}

/** What is stored where a write met somebody else's; undefined where it failed otherwise. */
export function storedIn<C extends AnyCall>(
  call: C,
  { status, problem }: Pick<CallError, 'status' | 'problem'>,
): Out<C['conflict']> | undefined {
  const read = status === 409 ? call.conflict?.safeParse(problem.stored) : undefined;
  return read?.success ? ((read.data ?? undefined) as Out<C['conflict']> | undefined) : undefined;
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The fields whose typed value is another than the stored one. */
export function changedOf<V extends object>(values: V, stored: V): Partial<V> {
  const changed = Object.entries(values).filter(([name, value]) => !same(value, Reflect.get(stored, name)));
  return Object.fromEntries(changed) as Partial<V>;
}

/**
 * What was changed of a stored record beside the fields of its form, such as its version or a switch on the same page. It is
 * no other version of what is typed. Undefined where a field on screen, or what was typed, is touched by it: that is one.
 */
export function changedBeside<V extends object>(
  next: V,
  { base, typed, isField }: { base: V; typed: V; isField: (name: string) => boolean },
): Partial<V> | undefined {
  const beside = changedOf(next, base);
  const own = changedOf(typed, base);
  return Object.keys(beside).some((name) => name in own || isField(name)) ? undefined : beside;
}

/** For `toBody` of a PATCH: what is not changed is left to whoever changes it meanwhile. */
export const onlyChanged = <V extends object>(_values: V, changed: Partial<V>): Partial<V> => changed;

/** A fault of an area's own rule. */
export const faultAt = (path: string, code: string): FieldFault => ({ path, code, message: '' });

/** What is sent: of the values what the contract's body has, with the version where it wants one. */
export function bodyOf(schema: z.ZodType, values: object, version: number | undefined): object {
  if (!(schema instanceof z.ZodObject)) return values;
  const names = Object.keys(schema.shape);
  const picked = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return version !== undefined && names.includes('version') ? { ...picked, version } : picked;
}

interface Versions {
  mine: object;
  other: object;
  base: object;
  sent: object;
}

/** The fields in which two versions differ, of what is sent or was changed: what is left alone is overwritten by nobody. */
export function differing(names: readonly string[], { mine, other, base, sent }: Versions): string[] {
  return names.filter((name) => {
    if (same(get(mine, name), get(other, name))) return false;
    const [top = name] = name.split('.');
    return top in sent || !same(get(mine, name), get(base, name));
  });
}

import { isDeepStrictEqual } from 'node:util';

/** The fields that were sent: those that are undefined stay as they are stored. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** Fields of a record of which some are given. */
export type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What is stored, with the sent fields laid over it. */
export function merge<T extends object>(stored: T, fields: Given<T>): T {
  return { ...stored, ...definedFields(fields) };
}

/** Those of the fields that are not stored so already. */
export function changedFields<T extends object>(stored: object, fields: T): T {
  const was = stored as Readonly<Record<string, unknown>>;
  const changed = Object.entries(fields).filter(([name, value]) => !isDeepStrictEqual(was[name], value));
  return Object.fromEntries(changed) as T;
}

/** What an audit says of a change: which fields. What they were and are stands in the versions, and may be a person's words. */
export const fieldsOf = (change: object): { fields: string[] } => ({ fields: Object.keys(change) });

/** The changed fields as they were and as they become, for an audit: only of those that never hold a person's words. */
export function beforeAndAfter<K extends string>(
  before: object,
  changes: object,
  fields: readonly K[],
): Partial<Record<K | `${K}_before`, unknown>> {
  const told = fields.filter((field) => Object.hasOwn(changes, field));
  return Object.fromEntries(
    told.flatMap((field) => [
      [field, Reflect.get(changes, field)],
      [`${field}_before`, Reflect.get(before, field)],
    ]),
  ) as Partial<Record<K | `${K}_before`, unknown>>;
}

import { type FieldValues, get, type UseFormReturn } from 'react-hook-form';

/** A field that the library knows, or what holds several by the parts of their names. */
type Node = Readonly<{ _f?: Readonly<{ mount?: boolean }> }> & Readonly<Record<string, unknown>>;

function holdsField(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { _f: field, ...parts } = node as Node;
  return field ? field.mount === true : Object.values(parts).some(holdsField);
}

/** Lists of rows, by their form, of which only some are drawn at a time. */
const paged = new WeakMap<object, Set<string>>();

/** Counts the rows of a list as being on screen, all of them: those with a fault are shown when it is told. @returns what ends it */
export function holdPaged(control: object, name: string): () => void {
  const names = paged.get(control) ?? new Set();
  paged.set(control, names.add(name));
  return () => void names.delete(name);
}

/**
 * Whether a field stands on screen by this name, or one that holds it or is part of it. A fault at any other place would keep
 * the form from being sent without anybody seeing why.
 */
export function isOnScreen<V extends FieldValues>(
  { control }: Pick<UseFormReturn<V>, 'control'>,
  place: string,
): boolean {
  const lists = [...(paged.get(control) ?? [])];
  if (lists.some((name) => place.startsWith(`${name}.`))) return true;
  const parts = place.split('.');
  const holders = parts
    .slice(0, -1)
    .map((_, i): Node | undefined => get(control._fields, parts.slice(0, i + 1).join('.')));
  return holders.some((node) => node?._f?.mount === true) || holdsField(get(control._fields, place));
}

import type { Configured, Snapshot } from '../plants/snapshot.model.ts';

export interface FieldDifference {
  field: string;
  before: Configured;
  after: Configured;
}
export interface Difference {
  part: 'port' | 'device' | 'variable' | 'attribute';
  /** Of the variable or attribute; null for the device and its port. */
  name: string | null;
  change: 'added' | 'removed' | 'changed';
  fields: FieldDifference[];
}

type Fields = Readonly<Record<string, Configured>>;

/** Numbers of rows and places that no person set. */
const UNSAID = new Set(['id', 'name', 'slot']);

function fieldsOf(before: Fields, after: Fields, unsaid: ReadonlySet<string>): FieldDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !unsaid.has(name),
  );
  return names
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => one.before !== one.after);
}

function whole(part: Difference['part'], before: Fields | null, after: Fields | null): Difference[] {
  const fields = fieldsOf(before ?? {}, after ?? {}, new Set(['id']));
  if (fields.length === 0) return [];
  const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return [{ part, name: null, change, fields }];
}

/** What two lists of variables or attributes differ in, by their names. */
export function namedDifferences(
  part: 'variable' | 'attribute',
  before: readonly (Fields & { name: string })[],
  after: readonly (Fields & { name: string })[],
): Difference[] {
  const was = new Map(before.map((one) => [one.name, one]));
  const is = new Map(after.map((one) => [one.name, one]));
  return [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    const fields = fieldsOf(old ?? {}, now ?? {}, UNSAID);
    if (old && now && fields.length === 0) return [];
    const change = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
    return [{ part, name, change, fields } as const];
  });
}

/** What two configurations differ in: the device and its port field by field, variables and attributes by their names. */
export function differencesOf(before: Snapshot, after: Snapshot): Difference[] {
  return [
    ...whole('port', before.port, after.port),
    ...whole('device', before.device, after.device),
    ...namedDifferences('variable', before.variables, after.variables),
    ...namedDifferences('attribute', before.attributes, after.attributes),
  ];
}

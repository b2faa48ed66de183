/** What a state says of its device, whatever its maker calls it. */
export const STATE_MEANINGS = [
  'off',
  'sleeping',
  'starting',
  'running',
  'throttled',
  'stopping',
  'fault',
  'standby',
  'maintenance',
  'unknown',
] as const;
export type StateMeaning = (typeof STATE_MEANINGS)[number];

/** fault: it makes less or nothing; warning: somebody should look; info: worth knowing. */
export const SEVERITIES = ['fault', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Words {
  readonly en: string;
  readonly it: string;
}

/** The public document that the numbers stand in; their words and grades are ours. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

interface Head {
  /** How variables remember it: it never changes. */
  readonly key: string;
  readonly title: Words;
  readonly source: Source;
}

export interface StateEntry extends Words {
  readonly meaning: StateMeaning;
  /** The device puts it where it knows nothing: it is read as missing. */
  readonly missing?: true;
}

export interface EventEntry extends Words {
  readonly severity: Severity;
}

export interface StateTable extends Head {
  readonly kind: 'state';
  readonly entries: ReadonlyMap<number, StateEntry>;
}

export interface EventTable extends Head {
  readonly kind: 'events';
  /** Whether each bit of the number is an event (0 the lowest), or the whole number is one. */
  readonly by: 'bit' | 'code';
  /** Numbers that the device puts where it knows nothing: they are read as missing. */
  readonly missing?: readonly number[];
  readonly entries: ReadonlyMap<number, EventEntry>;
}

export type ValueTable = StateTable | EventTable;

export type StateRow = readonly [value: number, en: string, it: string, meaning: StateMeaning];
export type EventRow = readonly [number: number, en: string, it: string, severity: Severity];

/** @throws RangeError when a number stands twice: the later one would hide the earlier */
function once<T>(rows: readonly (readonly [number, T])[]): Map<number, T> {
  const entries = new Map<number, T>();
  for (const [number, entry] of rows) {
    if (entries.has(number)) throw new RangeError(`${number} stands twice in a list of values`);
    entries.set(number, entry);
  }
  return entries;
}

export const stateEntries = (rows: readonly StateRow[]): Map<number, StateEntry> =>
  once(rows.map(([value, en, it, meaning]) => [value, { en, it, meaning }]));

export const eventEntries = (rows: readonly EventRow[]): Map<number, EventEntry> =>
  once(rows.map(([number, en, it, severity]) => [number, { en, it, severity }]));

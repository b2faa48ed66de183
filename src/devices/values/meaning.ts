import { sunspecState } from './sunspec-values.ts';
import type { EventEntry, EventTable, StateMeaning, StateTable } from './value-table.ts';
import { findValueTable } from './value-tables.ts';

/** An event that is on: the number of its bit or its code. */
export interface Happening extends EventEntry {
  readonly number: number;
}

/** The list of states that a state is read by: SunSpec's where the variable names none; none for another kind. */
export function stateTableOf(key: string | null): StateTable | undefined {
  if (key === null) return sunspecState;
  const table = findValueTable(key);
  return table?.kind === 'state' ? table : undefined;
}

export function eventTableOf(key: string | null): EventTable | undefined {
  const table = key === null ? undefined : findValueTable(key);
  return table?.kind === 'events' ? table : undefined;
}

/**
 * What a state says of its device.
 * @param value_table the variable's list; null is SunSpec's.
 * @returns null where the list knows nothing of the number, or is no list of states: then nothing can be said of it.
 */
export function stateMeaning(value_table: string | null, value: number): StateMeaning | null {
  return stateTableOf(value_table)?.entries.get(value)?.meaning ?? null;
}

/**
 * The events that a number says, the gravest first; none where the list knows nothing of it.
 * @param value_table the variable's list; null says nothing of events.
 */
export function eventsOf(value_table: string | null, value: number): readonly Happening[] {
  const table = eventTableOf(value_table);
  if (!table) return [];
  const numbers = table.by === 'code' ? [value] : (bitsOf(value) ?? []);
  const found = numbers.flatMap((number) => {
    const entry = table.entries.get(number);
    return entry ? [{ ...entry, number }] : [];
  });
  return found.sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity]);
}

/**
 * The events that are on now. A code tells the last event, which may be over by the time that it is read: it explains a
 * fault, and is none by itself.
 */
export function standingEvents(value_table: string | null, value: number): readonly Happening[] {
  return eventTableOf(value_table)?.by === 'bit' ? eventsOf(value_table, value) : [];
}

const GRAVITY = { fault: 0, warning: 1, info: 2 } as const;
const BITS = 32;

/** The bits that are set, the lowest first; null for what is no whole number of 32 bits. */
export function bitsOf(value: number): number[] | null {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** BITS) return null;
  return Array.from({ length: BITS }, (_, bit) => bit).filter((bit) => (value / 2 ** bit) & 1);
}

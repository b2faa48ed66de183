import { bitsOf, eventsOf } from './meaning.ts';
import type { EventTable, ValueTable, Words } from './value-table.ts';
import { valueTableOf } from './value-tables.ts';

type Language = keyof Words;

const NONE: Words = { en: 'No events', it: 'Nessun evento' };

/** What a variable's numbers mean: its own list, and its quantity for what names none. */
export interface Meant {
  readonly value_table: string | null;
  readonly quantity: string;
}

/**
 * As a number is shown: "Fault (7)", or the words of the bits that are on, whose sum says nothing to anybody; null where
 * nothing is known of it.
 */
export function saidValue(of: Meant, value: number, language: Language): string | null {
  const table = valueTableOf(of.value_table, of.quantity);
  const words = table ? wordsIn(table, value, language) : null;
  const bits = table?.kind === 'events' && table.by === 'bit';
  return words === null || bits ? words : `${words} (${value})`;
}

function wordsIn(table: ValueTable, value: number, language: Language): string | null {
  if (table.kind === 'state') return table.entries.get(value)?.[language] ?? null;
  const known = eventsOf(table.key, value).map((event) => event[language]);
  return table.by === 'code' ? (known[0] ?? null) : wordsOfBits(table, value, { known, language });
}

function wordsOfBits(
  table: EventTable,
  value: number,
  { known, language }: { readonly known: readonly string[]; readonly language: Language },
): string | null {
  const bits = bitsOf(value);
  if (bits === null) return null;
  // A bit without words is named all the same: nothing that is on is passed over.
  const others = bits.filter((bit) => !table.entries.has(bit)).map((bit) => `bit ${bit}`);
  return [...known, ...others].join(', ') || NONE[language];
}

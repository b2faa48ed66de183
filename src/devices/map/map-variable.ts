import type { WordOrder } from '../decode/data-type.ts';
import type { RegisterType } from '../register.ts';

/** How a variable is read and looks, in the order in which a file has it. */
export const VARIABLE_COLUMNS = [
  'function_code',
  'address',
  'data_type',
  'word_order',
  'bit',
  'bit_count',
  'factor',
  'value_offset',
  'scale_address',
  'sentinel',
  'unit',
  'decimals',
  'poll',
  'group_name',
  'value_table',
  'colour',
  'enabled',
] as const;
/** What a map of registers says of a variable, likewise. */
export const MAP_FIELDS = ['name', 'label_en', 'label_it', 'quantity', 'kind', ...VARIABLE_COLUMNS] as const;
export type MapField = (typeof MAP_FIELDS)[number];

/** A cell of a file: of a text file always text, of a workbook as it holds it. */
export type MapCell = string | number | boolean | null;

/** The rows of a file or sheet, those without anything included, so that a row's number is what a spreadsheet shows. */
export interface MapTable {
  readonly rows: readonly (readonly MapCell[])[];
  /** Whether rows beyond the bound were left unread. */
  readonly cut: boolean;
}

/** The words that the portal knows, as plain lists: whoever asks has them from its own contracts. */
export interface MapWords {
  readonly quantities: readonly string[];
  readonly kinds: readonly string[];
  readonly polls: readonly string[];
  /** The kind of what is new under a quantity, where the file does not say. */
  readonly kindOf: (quantity: string) => string;
  /** The unit in which a quantity counts; undefined where it is open. */
  readonly unitOf: (quantity: string) => string | undefined;
  /** What a name means in every company that has not said otherwise. */
  readonly usual: (name: string) => NewMapName | undefined;
}

/** How a variable is read, and how it looks in place of its name (null: as the name says). */
export interface MapVariable {
  function_code: number | null;
  address: number | null;
  data_type: RegisterType | null;
  word_order: WordOrder;
  bit: number | null;
  bit_count: number;
  factor: number;
  value_offset: number;
  scale_address: number | null;
  sentinel: boolean;
  unit: string | null;
  decimals: number | null;
  poll: string;
  group_name: string | null;
  value_table: string | null;
  colour: string | null;
  enabled: boolean;
}

/** What a name of the catalogue says of its variables. */
export interface MapName {
  readonly name: string;
  readonly label_en: string;
  readonly label_it: string;
  readonly unit: string;
  readonly decimals: number;
  readonly colour: string;
  readonly group_name: string;
  readonly kind: string;
  readonly quantity: string;
}

/** A name that a map brings along. */
export type NewMapName = Omit<MapName, 'name' | 'colour'>;

/** Texts of a file are longer than any field at most by this; what is read of a cell is told up to here. */
export const SHOWN_CHARACTERS = 80;
/** Faults, and warnings, that a report lists. */
export const MAX_SHOWN = 1000;

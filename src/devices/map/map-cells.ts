import { unguarded } from '../../shared/units/csv-text.ts';
import { hidesSomething } from '../../shared/units/unseen.ts';
import type { WordOrder } from '../decode/data-type.ts';
import type { RegisterType } from '../register.ts';
import { valueTables } from '../values/value-tables.ts';
import { type AddressManner, type ReadAddress, readAddress } from './map-address.ts';
import type { ColumnManner } from './map-columns.ts';
import type { MapFaultCode, MapParams } from './map-fault.ts';
import { readFactor, readNumber } from './map-numbers.ts';
import { readFunction, readKind, readOrder, readPoll, readType, readYesNo } from './map-spellings.ts';
import type { MapCell, MapField, MapWords } from './map-variable.ts';

export interface CellContext {
  readonly words: MapWords;
  readonly manner: AddressManner;
  readonly column: ColumnManner;
  /** Whether numbers of the file are written with a point. */
  readonly pointed: boolean;
}

/** What one row says: what its file has no column for is absent, and null where the cell is empty. */
export interface Said {
  label_en?: string | null;
  label_it?: string | null;
  quantity?: string | null;
  kind?: string | null;
  function_code?: number | null;
  address?: ReadAddress | null;
  data_type?: { type: RegisterType; order?: WordOrder } | null;
  word_order?: WordOrder | null;
  bit?: number | null;
  bit_count?: number | null;
  factor?: number | null;
  value_offset?: number | null;
  scale_address?: ReadAddress | null;
  sentinel?: boolean | null;
  unit?: string | null;
  decimals?: number | null;
  poll?: string | null;
  group_name?: string | null;
  value_table?: string | null;
  colour?: string | null;
  enabled?: boolean | null;
}
export type SaidField = keyof Said;

export type ReadCell<T> =
  | { readonly value: T }
  | { readonly fault: MapFaultCode; readonly params?: MapParams };

/** What stands for an empty cell; `-` alone is a text that says "nothing" where the name says something. */
const EMPTY = /^(|[-–—]{1,3}|n\/?a|n\/?d|none|null|#n\/?a)$/i;

export const cellText = (cell: MapCell): string => (cell === null ? '' : String(cell).trim());

const fault = (code: MapFaultCode, params?: MapParams) =>
  params ? { fault: code, params } : { fault: code };

function line(cell: MapCell, max: number): ReadCell<string> {
  const text = unguarded(cellText(cell)).trim();
  if (!text.isWellFormed() || hidesSomething(text)) return fault('not_text');
  return text.length > max ? fault('too_long', { most: max }) : { value: text };
}

function whole(cell: MapCell, min: number, max: number): ReadCell<number> {
  const number = readNumber(cell, false);
  if (typeof number !== 'number') return fault(number);
  if (!Number.isInteger(number)) return fault('not_whole');
  return number < min || number > max ? fault('beyond', { least: min, most: max }) : { value: number };
}

function address(cell: MapCell, { manner, column }: CellContext): ReadCell<ReadAddress> {
  const read = readAddress(cell, { manner, column });
  if (read === 'beyond') return fault(read, { least: 0, most: 65_535 });
  return typeof read === 'string' ? fault(read) : { value: read };
}

function word<T>(value: T | undefined, code: MapFaultCode): ReadCell<T> {
  return value === undefined ? fault(code) : { value };
}

function dataType(cell: MapCell): ReadCell<NonNullable<Said['data_type']>> {
  const read = readType(cellText(cell));
  if (read === undefined) return fault('unknown_type');
  const { type, order } = read;
  if (type === 'text') return fault('text_type');
  return { value: order ? { type, order } : { type } };
}

function number(read: number | MapFaultCode): ReadCell<number> {
  return typeof read === 'number' ? { value: read } : fault(read);
}

function factor(cell: MapCell, { pointed, column }: CellContext): ReadCell<number> {
  const read = number(column === 'divisor' ? readNumber(cell, pointed) : readFactor(cell, pointed));
  if ('fault' in read) return read;
  if (read.value === 0) return fault('factor_zero');
  return column === 'divisor' ? { value: 1 / read.value } : read;
}

/** A sentinel is asked for, or stands itself in the cell (0x8000, 0xFFFF, NaN). */
function sentinel(cell: MapCell): ReadCell<boolean> {
  const text = cellText(cell);
  const value = /^(0x(8000|ffff|7fff|8000_?0000|ffff_?ffff|7fff_?ffff|7fc0_?0000)|nan)$/i.test(text)
    ? true
    : readYesNo(text);
  return word(value, 'not_yes_or_no');
}

function oneOf(text: string, known: readonly string[], code: MapFaultCode): ReadCell<string> {
  return word(
    known.find((one) => one === text.toLowerCase()),
    code,
  );
}

const VALUE_TABLES = valueTables.map(({ key }) => key);
const COLOUR = /^#[0-9A-Fa-f]{6}$/;

type Readers = {
  readonly [F in Exclude<MapField, 'name'>]: (
    cell: MapCell,
    context: CellContext,
  ) => ReadCell<NonNullable<Said[F]>>;
};

const READERS: Readers = {
  label_en: (cell) => line(cell, 120),
  label_it: (cell) => line(cell, 120),
  quantity: (cell, { words }) => oneOf(cellText(cell), words.quantities, 'unknown_quantity'),
  kind: (cell) => word(readKind(cellText(cell)), 'unknown_kind'),
  function_code: (cell) => word(readFunction(cellText(cell)), 'unknown_function'),
  address,
  data_type: dataType,
  word_order: (cell) => word(readOrder(cellText(cell)), 'unknown_order'),
  bit: (cell) => whole(cell, 0, 15),
  bit_count: (cell) => whole(cell, 1, 16),
  factor,
  value_offset: (cell, { pointed }) => number(readNumber(cell, pointed)),
  scale_address: address,
  sentinel,
  unit: (cell) => line(cell, 20),
  decimals: (cell) => whole(cell, 0, 6),
  poll: (cell) => word(readPoll(cellText(cell)), 'unknown_poll'),
  group_name: (cell) => line(cell, 80),
  value_table: (cell) => oneOf(cellText(cell), VALUE_TABLES, 'unknown_value_table'),
  colour: (cell) => (COLOUR.test(cellText(cell)) ? { value: cellText(cell) } : fault('bad_colour')),
  enabled: (cell) => word(readYesNo(cellText(cell)), 'not_yes_or_no'),
};

const LOOKS: ReadonlySet<MapField> = new Set(['unit', 'group_name', 'colour']);
const LABELS: ReadonlySet<MapField> = new Set(['label_en', 'label_it']);

/** Whether a cell says nothing; `-` in a unit, group or colour says that there is none. */
export function isEmpty(field: MapField, cell: MapCell): boolean {
  const text = unguarded(cellText(cell)).trim();
  if (LOOKS.has(field) || LABELS.has(field) || field === 'name') return text === '';
  return field === 'sentinel' && /^nan$/i.test(text) ? false : EMPTY.test(text);
}

/** What a cell that is not empty says; `-` in a unit, group or colour is the empty text. */
export function readCell(
  field: Exclude<MapField, 'name'>,
  cell: MapCell,
  context: CellContext,
): ReadCell<Said[SaidField]> {
  if (LOOKS.has(field) && unguarded(cellText(cell)).trim() === '-') return { value: '' };
  return READERS[field](cell, context);
}

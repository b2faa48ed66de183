import { MAX_SHOWN, type MapCell, type MapField, SHOWN_CHARACTERS } from './map-variable.ts';

/** Why a map cannot be taken in, with the sentence that programs read; the portal has its own in each language. */
export const MAP_FAULTS = {
  no_header: 'No row of the first {rows} names columns: one must hold at least a name and an address',
  missing_column: 'The column {field} is missing',
  too_many: 'The file has {rows} variables, a device takes {most}',
  no_rows: 'The file names no variable',
  missing_name: 'The variable has no name',
  bad_name: 'A name begins with a letter and holds lower-case letters, digits and _, 63 at most',
  name_twice: 'The name stands in row {row} already',
  not_text: 'The cell holds characters that are no text',
  too_long: 'The text is longer than {most} characters',
  not_a_number: 'This is not a number',
  number_unclear: 'Thousands or decimals? Write the number without marks for thousands',
  not_whole: 'This is not a whole number',
  beyond: 'The number is not among {least}–{most}',
  not_an_address: 'This is no address: write 0 to 65535, or hexadecimal as 0x9C40',
  address_beyond: 'A value of {registers} registers at {address} ends beyond 65535',
  not_modicon:
    'In this notation addresses lie at 1–9999, 10001–19999, 30001–39999 or 40001–49999, or with six digits',
  function_contradicts: 'The address says function {said}, the column says {function_code}',
  missing_address: 'A register needs its address',
  missing_type: 'A register needs its data type',
  unknown_function: 'The portal reads with function 1, 2, 3 or 4, and never writes',
  unknown_type: 'Unknown data type: bit, int16, uint16, int32, uint32, int64, uint64, float32 or float64',
  text_type: 'A text is no variable: add it to the device as a text that is read',
  unknown_order: 'Unknown word order: ABCD, CDAB, BADC or DCBA',
  bits_need_bit: 'Function {function_code} reads bits: the data type is bit',
  bits_have_no_scale: 'Function {function_code} reads bits, which have no scale register',
  bit_without_bit: 'A bit is given, but the data type is {data_type}',
  bit_beyond: 'A bit of a register is 0–15',
  bit_count_beyond: 'Here {most} bits at most follow one another',
  factor_zero: 'The factor 0 makes every value 0',
  unknown_quantity: 'Unknown quantity',
  unknown_kind: 'Unknown kind: gauge, counter or state',
  unknown_value_table: 'There is no such list of values: write its key, such as sunspec-103-st',
  unknown_poll: 'Unknown polling plan: fast, slow or daily',
  not_yes_or_no: 'Write yes or no',
  bad_colour: 'A colour is # and six hexadecimal digits',
  calculated: 'Variables of a virtual device are calculated: they have no register',
  unknown_name: 'The catalogue has no such name',
  refused: '{detail}',
} as const;

/** What somebody should look at before the map is taken in. */
export const MAP_WARNINGS = {
  unknown_column: 'The column is not known and is left out',
  column_twice: '{other} stands for {field} already: the column is left out',
  rows_above: 'The rows above row {row} are left out: the columns are named there',
  name_made: 'Read as {name}',
  name_added: 'The catalogue lacks {name}: it is added as {label}, {unit}',
  unit_fixed: '{name} counts in {fixed}, and stays so: the file says {said}',
  unit_fixed_factor:
    '{name} counts in {fixed}, and stays so: the file says {said}, which is a factor of {factor}',
  labels_stay: '{count} labels are others than in the catalogue, which keeps its own: change them there',
  catalogue_says: 'The catalogue says {kept}, and stays so: change it there',
  group_unknown: 'There is no group {group}: left out',
  no_register: 'No address: the variable is not read',
  function_assumed: '{count} variables have no function code: {function_code} is taken',
  modicon:
    '{count} addresses in the notation 40001: {example} is read as {address} with function {function_code}',
  one_based: '{count} addresses count from 1: {example} is read as {address}',
  hexadecimal: '{count} addresses are hexadecimal: {example} is read as {address}',
  from_40001:
    'All addresses lie at {least} or above: if the maker counts from 40001, they would be read beside their place',
  same_register: 'The same register as {other}',
  overlap: 'Registers {from}–{to} belong to {other} as well',
} as const;

export type MapFaultCode = keyof typeof MAP_FAULTS;
export type MapWarningCode = keyof typeof MAP_WARNINGS;
export type MapParams = Readonly<Record<string, string | number>>;

/** What is wrong, or worth a look, and where. */
export interface MapRemark<C extends string = string> {
  /** As a spreadsheet counts, from 1; null for the file as a whole. */
  readonly row: number | null;
  /** As a spreadsheet counts, from 1. */
  readonly column: number | null;
  /** What the file calls the column. */
  readonly header: string | null;
  readonly field: MapField | null;
  readonly code: C;
  readonly params: MapParams;
  /** What stands there, cut to a length that can be shown. */
  readonly read: string | null;
}

/** A cell as it is told: without what no screen shows, and not too long. */
export function shownCell(cell: MapCell): string | null {
  if (cell === null) return null;
  const text = String(cell)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '·');
  const letters = [...text.slice(0, 4 * SHOWN_CHARACTERS)];
  return letters.length > SHOWN_CHARACTERS ? `${letters.slice(0, SHOWN_CHARACTERS - 1).join('')}…` : text;
}

/** The English sentence of a remark. */
export function sentenceOf({ code, params }: Pick<MapRemark, 'code' | 'params'>): string {
  const words: Readonly<Record<string, string>> = { ...MAP_FAULTS, ...MAP_WARNINGS };
  return (words[code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Remarks up to what a report lists, and how many there are in all. */
export class Remarks<C extends string> {
  readonly list: MapRemark<C>[] = [];
  count = 0;

  add(remark: MapRemark<C>): void {
    this.count += 1;
    if (this.list.length < MAX_SHOWN) this.list.push(remark);
  }

  /** Of the file as a whole. */
  whole(code: C, params: MapParams = {}): void {
    this.add({ row: null, column: null, header: null, field: null, code, params, read: null });
  }
}

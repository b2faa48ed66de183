import type { ColumnManner } from './map-columns.ts';
import type { MapCell } from './map-variable.ts';

/** How addresses that could be meant in several ways are read. */
export const ADDRESS_MANNERS = ['as_written', 'one_based', 'modicon'] as const;
export type AddressManner = (typeof ADDRESS_MANNERS)[number];

export interface ReadAddress {
  /** As requests carry it, from 0. */
  readonly address: number;
  /** Where the notation says it. */
  readonly function_code?: 1 | 2 | 3 | 4;
  /** What the notation was, where it is not a plain number from 0. */
  readonly notation?: 'modicon' | 'one_based' | 'hexadecimal';
}
export type AddressFault = 'not_an_address' | 'not_modicon' | 'beyond' | 'number_unclear';

const HEXADECIMAL = /^(?:0x|&h|16#|\$)([0-9a-f]{1,4})$|^([0-9a-f]{1,4})h$/i;
const BARE = /^[0-9a-f]{1,4}$/i;
/** 4x0001, 4:0001, 4X1, 3x00010: the table and the number from 1. */
const TABLED = /^([0134])[x:]0*(\d{1,5})$/i;
/** 40.000 and 40,000: forty thousand in one country, forty in another. */
const THREES = /^\d{1,3}(?:[.,]\d{3})+$/;
const FAMILY: Readonly<Record<string, 1 | 2 | 3 | 4>> = { '0': 1, '1': 2, '3': 4, '4': 3 };
const LAST = 0xffff;

function inTable(family: string, number: number): ReadAddress | AddressFault {
  const function_code = FAMILY[family];
  if (function_code === undefined || number < 1 || number > LAST + 1) return 'not_modicon';
  return { address: number - 1, function_code, notation: 'modicon' };
}

/** Five digits: the table and four digits from 1; coils may be written without their 0. */
function fiveDigits(number: number): ReadAddress | AddressFault {
  if (number >= 1 && number <= 9999) return inTable('0', number);
  const family = String(Math.floor(number / 10_000));
  return number < 50_000 && number % 10_000 > 0 ? inTable(family, number % 10_000) : 'not_modicon';
}

function plainNumber(number: number, manner: AddressManner): ReadAddress | AddressFault {
  if (manner === 'modicon') return fiveDigits(number);
  if (manner === 'as_written') return number <= LAST ? { address: number } : 'beyond';
  return number >= 1 && number <= LAST + 1 ? { address: number - 1, notation: 'one_based' } : 'beyond';
}

/**
 * A register's address in any notation: 0–65535, 0x9C40, 9C40h, 4x0001, 400001. Numbers of five digits can be meant either
 * way and are read as `manner` says, or the column's own name.
 */
export function readAddress(
  cell: MapCell,
  { manner, column }: { manner: AddressManner; column: ColumnManner },
): ReadAddress | AddressFault {
  const written = String(cell).trim();
  if (typeof cell === 'string' && THREES.test(written)) return 'number_unclear';
  const text = written.replace(/\.0+$/, '');
  const hex = HEXADECIMAL.exec(text) ?? (column === 'hexadecimal' ? BARE.exec(text) : null);
  if (hex) return { address: Number.parseInt(hex[1] ?? hex[2] ?? hex[0], 16), notation: 'hexadecimal' };
  const tabled = TABLED.exec(text);
  if (tabled) return inTable(tabled[1] ?? '', Number(tabled[2]));
  if (!/^\d{1,6}$/.test(text)) return 'not_an_address';
  const said = column === 'modicon' || column === 'one_based' ? column : manner;
  const number = Number(text);
  // Six digits lie beyond every address: nothing else can be meant.
  if (number > LAST && /^[0134]\d{5}$/.test(text)) return inTable(text.slice(0, 1), number % 100_000);
  return plainNumber(number, said);
}

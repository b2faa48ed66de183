import type { MapCell } from './map-variable.ts';

const POINT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const COMMA = /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d+)?$/i;
/** Digits in threes behind a mark: a factor of thousand, or a fraction with three decimals. */
const THREES = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/;
const POWER = /^10\s*\^\s*([+-]?\d{1,3})$/;

/** Whether a cell's number is written with a point; then a comma may part thousands. */
export const usesPoint = (cell: MapCell): boolean => typeof cell === 'string' && /\d\.\d/.test(cell);

function plainNumber(text: string, pointed: boolean): number | 'not_a_number' | 'number_unclear' {
  if (POINT.test(text)) return Number(text);
  if (pointed && THREES.test(text)) return 'number_unclear';
  return COMMA.test(text) ? Number(text.replace(',', '.')) : 'not_a_number';
}

/**
 * The number in a cell, with either decimal sign.
 * @param pointed whether other numbers of the file are written with a point
 */
export function readNumber(cell: MapCell, pointed: boolean): number | 'not_a_number' | 'number_unclear' {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : 'not_a_number';
  if (typeof cell !== 'string') return 'not_a_number';
  const number = plainNumber(cell.trim(), pointed);
  return typeof number !== 'number' || Number.isFinite(number) ? number : 'not_a_number';
}

/** A factor as papers write it: 0.1, x0.1, ×10, /10, 1/10, 10^-1. */
export function readFactor(cell: MapCell, pointed: boolean): number | 'not_a_number' | 'number_unclear' {
  if (typeof cell !== 'string') return readNumber(cell, pointed);
  const text = cell.trim().replace(/^[x×*]\s*(?=[\d.,+-])/i, '');
  const power = POWER.exec(text);
  if (power) return Number(`1e${power[1]}`);
  const parted = /^(1)?\s*[/÷:]\s*([\d.,]+)$/.exec(text);
  if (!parted) return readNumber(text, pointed);
  const by = readNumber(parted[2] ?? '', pointed);
  return typeof by !== 'number' ? by : by === 0 ? 'not_a_number' : 1 / by;
}

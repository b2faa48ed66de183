import { findRegisterFault, REGISTERS, type RegisterFault, type RegisterPlace } from '../register.ts';
import type { MapFaultCode, MapParams, MapWarningCode, Remarks } from './map-fault.ts';
import type { MapField, MapVariable } from './map-variable.ts';

export interface FieldFault {
  readonly field: MapField;
  readonly code: MapFaultCode;
  readonly params: MapParams;
}

/** Why a variable could never be read as it is described, or null. */
export function faultOfRegister(variable: MapVariable): FieldFault | null {
  const { address, data_type, function_code } = variable;
  if (address === null && data_type === null) return null;
  if (address === null) return { field: 'address', code: 'missing_address', params: {} };
  if (data_type === null) return { field: 'data_type', code: 'missing_type', params: {} };
  if (function_code === null) return { field: 'function_code', code: 'unknown_function', params: {} };
  const place = variable as RegisterPlace;
  const fault = findRegisterFault(place);
  return fault && coded(fault, place);
}

/** The rule that a register breaks, by the field that `findRegisterFault` names. */
function coded({ field }: RegisterFault, place: RegisterPlace): FieldFault {
  const { function_code, data_type, address, bit } = place;
  const bits = function_code <= 2;
  switch (field) {
    case 'data_type':
      return { field, code: 'bits_need_bit', params: { function_code } };
    case 'scale_address':
      return bits
        ? { field, code: 'bits_have_no_scale', params: { function_code } }
        : { field, code: 'beyond', params: { least: 0, most: 65_535 } };
    case 'bit':
      return data_type === 'bit'
        ? { field, code: 'bit_beyond', params: {} }
        : { field, code: 'bit_without_bit', params: { data_type } };
    case 'bit_count':
      return {
        field,
        code: 'bit_count_beyond',
        params: { most: !bits && data_type === 'bit' ? 16 - (bit ?? 0) : 1 },
      };
    case 'factor':
      return { field, code: place.factor === 0 ? 'factor_zero' : 'not_a_number', params: {} };
    case 'address':
      return { field, code: 'address_beyond', params: { address, registers: REGISTERS[data_type] } };
    default:
      return { field: 'value_offset', code: 'not_a_number', params: {} };
  }
}

export interface Placed {
  readonly name: string;
  readonly variable: MapVariable;
  /** Null for one that the map does not name. */
  readonly row: number | null;
}

interface Span extends Placed {
  readonly from: number;
  readonly to: number;
}

function spansOf(placed: readonly Placed[]): Map<number, Span[]> {
  const spans = new Map<number, Span[]>();
  for (const one of placed) {
    const { function_code, address, data_type } = one.variable;
    if (function_code === null || address === null || data_type === null) continue;
    const span = { ...one, from: address, to: address + REGISTERS[data_type] - 1 };
    spans.set(function_code, [...(spans.get(function_code) ?? []), span]);
  }
  return spans;
}

const bitsOf = ({ variable: { bit, bit_count } }: Span) => [bit ?? 0, (bit ?? 0) + bit_count - 1] as const;

/** How two spans of one function that meet stand to each other; null where one is a bit of the other's word, which is meant so. */
function meeting(a: Span, b: Span): 'same_register' | 'overlap' | null {
  const [ta, tb] = [a.variable.data_type, b.variable.data_type];
  if (ta === 'bit' && tb === 'bit') {
    if ((a.variable.function_code ?? 3) <= 2) return 'same_register';
    const [[fromA, toA], [fromB, toB]] = [bitsOf(a), bitsOf(b)];
    if (fromA > toB || fromB > toA) return null;
    return fromA === fromB && toA === toB ? 'same_register' : 'overlap';
  }
  if (ta === 'bit' || tb === 'bit') return null;
  return a.from === b.from && ta === tb ? 'same_register' : 'overlap';
}

export type Meeting = {
  readonly code: 'same_register' | 'overlap';
  readonly of: Placed;
  readonly params: MapParams;
};

/** Spans of one function, by where they begin, that meet: the one that the map names later first. */
function* pairsOf(spans: readonly Span[]): Generator<[Span, Span]> {
  for (const [i, a] of spans.entries()) {
    for (let k = i + 1; k < spans.length; k++) {
      const b = spans[k];
      if (!b || b.from > a.to) break;
      if (a.row !== null || b.row !== null) yield (a.row ?? 0) > (b.row ?? 0) ? [a, b] : [b, a];
    }
  }
}

/** Variables whose registers meet, each pair once, told of the one that the map names later; at most `most`. */
export function meetingsOf(placed: readonly Placed[], max: number): Meeting[] {
  const found: Meeting[] = [];
  for (const spans of spansOf(placed).values()) {
    spans.sort((a, b) => a.from - b.from || a.to - b.to);
    for (const [of, other] of pairsOf(spans)) {
      if (found.length === max) return found;
      const code = meeting(of, other);
      if (code === null) continue;
      const [from, to] = [Math.max(of.from, other.from), Math.min(of.to, other.to)];
      found.push({ code, of, params: { other: other.name, from, to } });
    }
  }
  return found;
}

/** Says where all registers that are new or elsewhere than before lie in the range that many makers count from 40001. */
export function warnOfFrom40001(addresses: readonly number[], warnings: Remarks<MapWarningCode>): void {
  const min = Math.min(...addresses);
  const all = addresses.every((one) => (one > 40_000 && one < 50_000) || (one > 30_000 && one < 40_000));
  if (addresses.length > 0 && all) warnings.whole('from_40001', { least: min });
}

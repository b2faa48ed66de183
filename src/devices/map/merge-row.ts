import type { WordOrder } from '../decode/data-type.ts';
import type { Said } from './map-cells.ts';
import type { LOOK_FIELDS } from './map-look.ts';
import type { MapVariable } from './map-variable.ts';

export type Reading = Omit<MapVariable, (typeof LOOK_FIELDS)[number]>;

/** A variable that is not read, as the device delivers it; its bytes come as the device's order says. */
export const newVariable = (word_order: WordOrder): MapVariable => ({
  function_code: null,
  address: null,
  data_type: null,
  word_order,
  bit: null,
  bit_count: 1,
  factor: 1,
  value_offset: 0,
  scale_address: null,
  sentinel: false,
  unit: null,
  decimals: null,
  poll: 'fast',
  group_name: null,
  value_table: null,
  colour: null,
  enabled: true,
});

/** What is said; an empty cell says the usual, and a column that is not there leaves what was. */
function pick<T>(said: T | null | undefined, was: T, usual: T): T {
  return said === undefined ? was : (said ?? usual);
}

/** A part of what is said; what is empty or not there stays so. */
function part<T, V>(said: T | null | undefined, of: (whole: T) => V): V | null | undefined {
  return said === null ? null : said === undefined ? undefined : of(said);
}

function functionCode(said: Said, was: MapVariable, address: number | null): number | null {
  const notation = said.address?.function_code;
  if (notation !== undefined) return notation;
  const code = pick(said.function_code, was.function_code, null);
  return code ?? (address === null ? null : ASSUMED_FUNCTION);
}

/** Most registers that makers describe are holding registers. */
export const ASSUMED_FUNCTION = 3;

/** Whether no function code was said for a register, so that the usual one was taken. */
export const isAssumed = (said: Said, was: MapVariable): boolean =>
  (said.address?.function_code ?? pick(said.function_code, was.function_code, null)) === null;

const GONE = { function_code: null, address: null, data_type: null };
const NO_BIT = { bit: null, bit_count: 1 };

/** How often it is read, whether at all, and what its numbers mean. */
const turns = (said: Said, was: MapVariable, usual: MapVariable) => ({
  poll: pick(said.poll, was.poll, usual.poll),
  enabled: pick(said.enabled, was.enabled, usual.enabled),
  value_table: pick(said.value_table, was.value_table, usual.value_table),
});

/**
 * How a variable is read after a row of a map. Where it has no register, what else would say how stays as it was: nothing
 * is read.
 * @param was the variable as it is, or as a new one begins
 * @param usual what an empty cell says
 */
export function readingAfter(said: Said, was: MapVariable, usual: MapVariable): Reading {
  const address = pick(
    part(said.address, (one) => one.address),
    was.address,
    null,
  );
  const data_type = pick(
    part(said.data_type, (one) => one.type),
    was.data_type,
    null,
  );
  if (address === null && data_type === null)
    return { ...was, ...GONE, ...(was.data_type === 'bit' ? NO_BIT : {}), ...turns(said, was, usual) };
  const bits = data_type === 'bit';
  return {
    function_code: functionCode(said, was, address),
    address,
    data_type,
    word_order:
      said.word_order ?? said.data_type?.order ?? pick(said.word_order, was.word_order, usual.word_order),
    bit: bits ? pick(said.bit, was.bit, null) : (said.bit ?? null),
    bit_count: bits ? pick(said.bit_count, was.bit_count, 1) : (said.bit_count ?? 1),
    factor: pick(said.factor, was.factor, usual.factor),
    value_offset: pick(said.value_offset, was.value_offset, usual.value_offset),
    scale_address: pick(
      part(said.scale_address, (one) => one.address),
      was.scale_address,
      null,
    ),
    sentinel: pick(said.sentinel, was.sentinel, usual.sentinel),
    ...turns(said, was, usual),
  };
}

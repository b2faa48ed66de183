import type { RegisterType } from '../register.ts';
import type { SunspecRegister } from './device.ts';
import type { Model, Point, PointType } from './model.ts';

/** How each type lies in its registers; a string is a text and no number, and counts as its first register. */
const DATA_TYPES: Readonly<Record<PointType, RegisterType>> = {
  int16: 'int16',
  uint16: 'uint16',
  enum16: 'uint16',
  bitfield16: 'uint16',
  count: 'uint16',
  sunssf: 'int16',
  int32: 'int32',
  uint32: 'uint32',
  acc32: 'uint32',
  bitfield32: 'uint32',
  float32: 'float32',
  acc64: 'uint64',
  string: 'uint16',
};

/** Counts upwards, and marks nothing measured with 0, which a new counter shows too, or with all ones. */
export function isAccumulator(type: PointType): boolean {
  return type === 'acc32' || type === 'acc64';
}

/**
 * How a point of a model is read, as the standard has it.
 * @param at the address of the model's ID register, and registers from the first block to the point's; 0 outside.
 */
export function registerOf(
  model: Model,
  { offset, type, factor, scale }: Point,
  at: { readonly address: number; readonly moved: number },
): SunspecRegister {
  const served = typeof scale === 'string' ? model.points.find((one) => one.id === scale) : undefined;
  return {
    function_code: 3,
    address: at.address + offset + at.moved,
    data_type: DATA_TYPES[type],
    word_order: 'ABCD',
    factor: typeof scale === 'number' ? factor * 10 ** scale : factor,
    scale_address: served ? at.address + served.offset : null,
    // Accumulators too: all ones are no count. 0 stays a value, as a new counter shows it: what comes back after a 0 of
    // the night is told from a new count where energy is made (energy-steps.model.ts), and brings none.
    sentinel: true,
  };
}

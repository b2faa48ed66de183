/** Data types that become one number. `bit` is one bit: of a register, or a coil or discrete input. */
export const DATA_TYPES = [
  'bit',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
] as const;
export type RegisterType = (typeof DATA_TYPES)[number];

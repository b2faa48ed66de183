/**
 * What one request for holding registers (function 3) brought: their words, the device's refusal, or no answer within
 * the time-out. Faults of the way itself (no connection) are thrown by whoever asks and end the walk.
 */
export type RegistersRead =
  | { readonly words: readonly number[] }
  | { readonly exception: number }
  | { readonly silent: true };

/** Reads `count` holding registers (1–125) of one unit from a 0-based address. */
export type ReadRegisters = (address: number, count: number) => Promise<RegistersRead>;

/**
 * What is not as the standard has it, with what its sentence names. Of the chain: `base_beside` {base}; `no_common`
 * {id}; `empty_model` {id, address}; `wrong_length` {id, said, is} and the next model was found all the same;
 * `refused` {id, address, registers}; `past_the_end` {address, perhaps id}; how it ended where no end mark stands:
 * `no_end_mark`, `stopped_answering`, `too_many_requests` {address}, `too_long` {models}. Of a device: `other_length`
 * {id, address, said, standard}; `blocks` {id, said, fits}; `bad_scale` {id, point, scale}; `power_factor` {id, factor}
 * is told otherwise than the standard has it; `power_factor_zero` {id} reads 0, so that nobody can say how it is told;
 * `other_scale` {id, scale, used} the scale is missing, and another serves in its place; `same_twice` {kept, left}
 * models; `asleep` {} so that much is missing;
 * `other_unit` {said, asked}; `no_variables` {}; `too_many_variables` {left}; `same_device` {unit}: it answers at that
 * unit too.
 */
export const SUNSPEC_WARNINGS = [
  'base_beside',
  'no_common',
  'empty_model',
  'wrong_length',
  'refused',
  'past_the_end',
  'no_end_mark',
  'stopped_answering',
  'too_many_requests',
  'too_long',
  'other_length',
  'blocks',
  'bad_scale',
  'power_factor',
  'power_factor_zero',
  'other_scale',
  'same_twice',
  'asleep',
  'other_unit',
  'no_variables',
  'too_many_variables',
  'same_device',
] as const;
export type SunspecWarning = {
  readonly code: (typeof SUNSPEC_WARNINGS)[number];
  readonly [parameter: string]: string | number;
};

/** A model as it stands in a device. */
export interface RawModel {
  readonly id: number;
  /** 0-based, of its ID register. */
  readonly address: number;
  /** Registers after ID and length, as the device says. */
  readonly length: number;
  /** From its ID register on: null for a register that the device refuses; null for all where the model is not known. */
  readonly words: readonly (number | null)[] | null;
}

/** A unit's chain of models: raw and JSON-able, nothing is interpreted. */
export interface SunspecChain {
  /** 0-based address of "SunS". */
  readonly base: number;
  readonly models: readonly RawModel[];
  readonly warnings: readonly SunspecWarning[];
}

/**
 * Why a unit has no chain: `silent` it did not answer; `gateway` whoever passes requests on says that the unit is not
 * there; `not_sunspec` it answers, but "SunS" stands nowhere.
 */
export type NoChain =
  | { readonly code: 'silent' }
  | { readonly code: 'gateway'; readonly exception: number }
  /** It is there and cannot answer anything: nobody knows whether it speaks SunSpec. */
  | { readonly code: 'exception'; readonly exception: number }
  | { readonly code: 'not_sunspec' };

export type SunspecWalk = { readonly chain: SunspecChain } | { readonly none: NoChain };

import type { NumericType } from '../decode/data-type.ts';
import type { Raw } from '../decode/raw.ts';
import { SENTINELS } from '../decode/value.ts';

/** How sure one may be of a reading of registers; never more than `likely`, since only the device's maker knows. */
export const JUDGEMENTS = ['likely', 'possible', 'unlikely'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** Why a reading is judged as it is: worded in the reader's language. */
export const WHY_CODES = [
  'sane_float',
  'far_float',
  'denormal',
  'tiny',
  'astronomic',
  'infinite',
  'nan',
  'not_measured',
  'zero',
  'same',
  'high_empty',
  'high_full',
  'low_empty',
  'moderate',
  'large',
  'huge',
  'almost_full',
  'one_register',
  'bits',
  'ambiguous',
  'grows',
  'steady',
  'jumps',
  'neighbours',
  'unlike_neighbours',
  'better_elsewhere',
  'text',
] as const;
export type WhyCode = (typeof WHY_CODES)[number];
export interface Why {
  readonly code: WhyCode;
  readonly [parameter: string]: string | number;
}

export interface Grade {
  readonly judgement: Judgement;
  readonly why: Why;
  /** Says nothing of the order: it reads the same, or as nothing, whichever way the bytes come. */
  readonly silent?: true;
}

/** Measured quantities in common units lie between these: micrometres of rain to terawatt-hours in Wh are outside. */
const SANE_FLOAT = { least: 1e-3, most: 1e10 };
const FAR_FLOAT = { least: 1e-9, most: 1e15 };
/** The least float that is not denormal. Source: IEEE 754-2019, 3.6. */
const MIN_NORMAL = { float32: 2 ** -126, float64: 2 ** -1022 } as const;

const MAX_EXACT = 2 ** 53;
/** Up to `likely` a raw integer is what counters and measured values come to; from `possible` on hardly any is. */
const INTEGERS = {
  int32: { likely: 1e8, possible: 1e9 },
  uint32: { likely: 1e8, possible: 2 ** 32 - 2 ** 16 },
  int64: { likely: 1e15, possible: MAX_EXACT },
  uint64: { likely: 1e15, possible: MAX_EXACT },
} as const;

/**
 * How plausible one raw value is by itself, as what a device measures or counts.
 * @param raw before factor and offset, as `decodeRaw` answers it.
 * @returns `likely` for every value between a thousandth and ten thousand million as a float, and up to a hundred
 * million (64 bit: 10^15) as an integer that does not lie wholly in its high register.
 * Source of the "not measured" values: SunSpec Device Information Model Specification.
 */
export function gradeRaw(raw: Raw, data_type: NumericType): Grade {
  if (data_type === 'bit') return { judgement: 'possible', why: { code: 'bits' }, silent: true };
  if (raw === SENTINELS[data_type]) return possible('not_measured');
  if (raw === 0 || raw === 0n) return { ...possible('zero'), silent: true };
  if (data_type === 'float32' || data_type === 'float64') return gradeFloat(Number(raw), data_type);
  if (data_type === 'int16' || data_type === 'uint16') return possible('one_register');
  return gradeInteger(raw, data_type);
}

const likely = (code: WhyCode): Grade => ({ judgement: 'likely', why: { code } });
const possible = (code: WhyCode): Grade => ({ judgement: 'possible', why: { code } });
const unlikely = (code: WhyCode): Grade => ({ judgement: 'unlikely', why: { code } });

function gradeFloat(value: number, data_type: 'float32' | 'float64'): Grade {
  if (Number.isNaN(value)) return unlikely('nan');
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return unlikely('infinite');
  if (size < MIN_NORMAL[data_type]) return unlikely('denormal');
  if (size >= SANE_FLOAT.least && size < SANE_FLOAT.most) return likely('sane_float');
  if (size >= FAR_FLOAT.least && size < FAR_FLOAT.most) return possible('far_float');
  return unlikely(size < 1 ? 'tiny' : 'astronomic');
}

function gradeInteger(raw: Raw, data_type: keyof typeof INTEGERS): Grade {
  const { likely: usual, possible: max } = INTEGERS[data_type];
  const size = Math.abs(Number(raw));
  if (size > max) return unlikely(data_type === 'uint32' ? 'almost_full' : 'huge');
  if (size < 0x1_0000) return likely(raw < 0 ? 'high_full' : 'high_empty');
  // A value that lies wholly in the high register is far oftener a small one with its registers the other way round.
  if (BigInt(raw) % 0x1_0000n === 0n) return possible('low_empty');
  return size <= usual ? likely('moderate') : possible('large');
}

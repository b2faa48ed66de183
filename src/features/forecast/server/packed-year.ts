import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type TypicalYear, YEAR_FIELDS, YEAR_HOURS, type YearField } from '../../../energy/typical-year.ts';

const FIELD_BYTES = YEAR_HOURS * 4;

/** A typical year's hours, field after field as little-endian float32, deflated. */
export function packYear({ hours }: Pick<TypicalYear, 'hours'>): Buffer {
  const bytes = Buffer.allocUnsafe(YEAR_FIELDS.length * FIELD_BYTES);
  let at = 0;
  for (const field of YEAR_FIELDS) for (const value of hours[field]) at = bytes.writeFloatLE(value, at);
  return deflateRawSync(bytes);
}

export function unpackYear(packed: Uint8Array): TypicalYear['hours'] {
  const bytes = inflateRawSync(packed, { maxOutputLength: YEAR_FIELDS.length * FIELD_BYTES });
  const list = (place: number) =>
    Float32Array.from({ length: YEAR_HOURS }, (_, hour) => bytes.readFloatLE(place * FIELD_BYTES + hour * 4));
  return Object.fromEntries(YEAR_FIELDS.map((field, place) => [field, list(place)])) as Record<
    YearField,
    Float32Array
  >;
}

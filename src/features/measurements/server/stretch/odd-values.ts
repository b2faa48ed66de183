import { type ByteReader, type ByteWriter, DamagedBytes } from '../packed-bytes.ts';

/** A value that does not suit what the others are written as. */
export interface OddValue {
  readonly place: number;
  readonly value: number;
}

/** Writes the values at these places (ascending) as they are. */
export function putOdd(to: ByteWriter, values: Float64Array, places: readonly number[]): void {
  to.count(places.length);
  let before = 0;
  for (const place of places) {
    to.count(place - before);
    to.float(values[place] ?? 0);
    before = place;
  }
}

/** Reads what putOdd wrote, of so many values in all. @throws DamagedBytes */
export function takeOdd(from: ByteReader, total: number): OddValue[] {
  const odd: OddValue[] = [];
  let place = 0;
  for (let left = from.count(); left > 0; left--) {
    place += from.count();
    if (place >= total) throw new DamagedBytes('a value stands nowhere');
    odd.push({ place, value: from.float() });
  }
  return odd;
}

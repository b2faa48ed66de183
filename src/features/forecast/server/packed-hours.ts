import type { ExpectedDay } from '../expected-day.model.ts';

type DayHours = Pick<ExpectedDay, 'expected' | 'actual' | 'irradiation' | 'by_section'>;

/** A day's hours as little-endian float32, list after list: a tenth of what arrays of PostgreSQL cost to read. */
export function packHours({ expected, actual, irradiation, by_section }: DayHours): Buffer {
  const lists = [expected, actual, irradiation, ...by_section];
  const bytes = Buffer.allocUnsafe(lists.length * expected.length * 4);
  let at = 0;
  for (const list of lists) for (const value of list) at = bytes.writeFloatLE(value, at);
  return bytes;
}

/** @param sections how many sections the day has */
export function unpackHours(bytes: Buffer, sections: number): DayHours {
  // Copied to where numbers of four bytes may begin; every supported machine is little-endian.
  const all = new Float32Array(Uint8Array.from(bytes).buffer);
  const hours = all.length / (sections + 3);
  const list = (place: number) => new Float64Array(all.subarray(place * hours, (place + 1) * hours));
  return {
    expected: list(0),
    actual: list(1),
    irradiation: list(2),
    by_section: Array.from({ length: sections }, (_, section) => list(section + 3)),
  };
}

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
  const hours = bytes.length / 4 / (sections + 3);
  const list = (place: number) =>
    Float64Array.from({ length: hours }, (_, hour) => bytes.readFloatLE((place * hours + hour) * 4));
  return {
    expected: list(0),
    actual: list(1),
    irradiation: list(2),
    by_section: Array.from({ length: sections }, (_, section) => list(section + 3)),
  };
}

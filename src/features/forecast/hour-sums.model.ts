import { withoutNoise } from '../../shared/units/units.ts';
import type { ExpectedDay } from './expected-day.model.ts';
import { type Periods, sumHours } from './periods.model.ts';

type DayHours = Pick<ExpectedDay, 'start' | 'hours' | 'expected' | 'actual' | 'irradiation'>;

export const rounded = (values: readonly (number | null)[]): (number | null)[] => values.map(withoutNoise);

/** One of a day's lists, summed up by periods. */
export const sumOf = (
  days: readonly DayHours[],
  name: 'expected' | 'actual' | 'irradiation',
  periods: Periods,
): (number | null)[] =>
  rounded(sumHours(days, (place) => days[place]?.[name] ?? new Float64Array(0), periods));

/**
 * Expected and actual energy of each period, over the same hours: one that is not known of one is left out of both. Where nothing
 * was told of a period, as of the hours to come, the whole of what is expected stands alone.
 */
export function pairedSums(
  days: readonly DayHours[],
  periods: Periods,
): { expected_kwh: (number | null)[]; actual_kwh: (number | null)[] } {
  const known = (one: Float64Array, other: Float64Array | undefined) =>
    one.map((value, hour) => (Number.isNaN(other?.[hour] ?? Number.NaN) ? Number.NaN : value));
  const empty = new Float64Array(0);
  const actual = rounded(
    sumHours(days, (place) => known(days[place]?.actual ?? empty, days[place]?.expected), periods),
  );
  const paired = rounded(
    sumHours(days, (place) => known(days[place]?.expected ?? empty, days[place]?.actual), periods),
  );
  const expected = sumOf(days, 'expected', periods);
  return {
    expected_kwh: expected.map((all, i) => (actual[i] === null ? all : (paired[i] ?? null))),
    actual_kwh: actual,
  };
}

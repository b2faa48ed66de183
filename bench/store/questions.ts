import { HOUR_MS } from '../../src/shared/units/zones.ts';
import { END, YEAR_START } from './field.ts';

/** How far back the peers look for newest values: a device may be silent for an hour. */
export const LOOK_BACK_H = 2;

/** [start, end) in epoch ms, whole local days; `from` and `to` name the first and the last. */
export interface DaysWindow {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

const YEAR: DaysWindow = { start: YEAR_START, end: END, from: '2025-01-01', to: '2025-12-31' };
const MONTH: DaysWindow = {
  start: Date.UTC(2025, 10, 30, 23),
  end: END,
  from: '2025-12-01',
  to: '2025-12-31',
};
const DAY: DaysWindow = {
  start: Date.UTC(2025, 11, 14, 23),
  end: Date.UTC(2025, 11, 15, 23),
  from: '2025-12-15',
  to: '2025-12-15',
};

/** How an answer lies in its Float64Array is said beside each kind. */
export type Question =
  /** The newest value of every variable of the fleet: device by device, slot by slot. */
  | { readonly kind: 'last' }
  /** The readings of the inverter's first variable: instant, value, instant, value, … */
  | { readonly kind: 'series'; readonly window: DaysWindow }
  /** Means of the inverter's twenty variables by hour: hour by hour within each slot, NaN for an empty hour. */
  | { readonly kind: 'hours'; readonly window: DaysWindow }
  /** The sum of all meters' readings: one number. */
  | { readonly kind: 'sum'; readonly window: DaysWindow };

export interface NamedQuestion {
  readonly name: string;
  readonly question: Question;
  readonly repeats: number;
}

export const QUESTIONS: readonly NamedQuestion[] = [
  { name: 'last values of 4,000 variables', question: { kind: 'last' }, repeats: 25 },
  { name: 'one variable for a day', question: { kind: 'series', window: DAY }, repeats: 41 },
  { name: '20 variables for a year by hour', question: { kind: 'hours', window: YEAR }, repeats: 9 },
  { name: 'sum over 1,000 plants for a day', question: { kind: 'sum', window: DAY }, repeats: 25 },
  { name: 'sum over 1,000 plants for a month', question: { kind: 'sum', window: MONTH }, repeats: 25 },
  { name: 'sum over 1,000 plants for a year', question: { kind: 'sum', window: YEAR }, repeats: 9 },
];

export const hoursIn = ({ start, end }: DaysWindow): number => (end - start) / HOUR_MS;

/** Sums are added up in another order by each store. */
const TOLERANCE = 1e-9;

/** Where an answer differs from the truth; undefined when it does not. */
export function differenceOf(answer: Float64Array, truth: Float64Array): string | undefined {
  if (answer.length !== truth.length) return `${answer.length} numbers instead of ${truth.length}`;
  for (let i = 0; i < truth.length; i++) {
    const [found, right] = [answer[i] ?? Number.NaN, truth[i] ?? Number.NaN];
    if (
      Number.isNaN(right)
        ? Number.isNaN(found)
        : Math.abs(found - right) <= TOLERANCE * Math.max(1, Math.abs(right))
    )
      continue;
    return `${found} instead of ${right} at ${i}`;
  }
  return undefined;
}

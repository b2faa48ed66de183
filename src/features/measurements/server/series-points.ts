import { type Points, STEP_S, type Total } from '../buckets.model.ts';
import type { Nights } from '../nights.model.ts';
import { alignSources, combineSources, gridOf } from '../plant-series.model.ts';
import type { Figures, Series } from '../series.contract.ts';
import { addsUp, markGaps, thin } from '../series.model.ts';
import type { RecoveredDay, SeriesDevice, SeriesMark } from './series.repository.ts';
import type { SeriesHead } from './series-json.ts';
import type { Wanted } from './series-wishes.ts';
import type { Strand, Strands, Window } from './strands.ts';

/** What the points of an answer's series are made with. */
export interface Presenting {
  /** Points that a series may have. */
  points: number;
  window: Window;
  now: number;
  nights: Nights;
  /** When each source of a plant's own series was first heard of, epoch ms. */
  since: ReadonlyMap<number, number>;
  marks: readonly SeriesMark[];
  recovered: readonly RecoveredDay[];
}

function stepOf({ device, variable, strands }: Wanted, { resolution }: Strands): number {
  if (resolution !== 'raw') return STEP_S[resolution];
  return device ? variable.rhythm_s : gridOf(strands.map((strand) => strand.variable.rhythm_s)) / 1000;
}

/** The points of one strand; silences of the night are told from others. */
function strandPoints(strand: Strand, wanted: Wanted, strands: Strands, { nights }: Presenting): Points {
  const points = strands.points(strand, wanted.aggregate);
  const { resolution } = strands;
  if (resolution === 'raw') return points;
  const end = (points.ts.at(-1) ?? 0) + STEP_S[resolution] * 1000;
  return nights.ofPeriods(points, strand.device, end);
}

function plantPoints(wanted: Wanted, strands: Strands, presenting: Presenting): Points {
  const expectedFrom = ({ device_id, enabled }: SeriesDevice) =>
    enabled ? (presenting.since.get(device_id) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const sources = wanted.strands.map((strand) => ({
    points: strandPoints(strand, wanted, strands, presenting),
    since: expectedFrom(strand.device),
    interval_s: strand.variable.rhythm_s,
  }));
  if (strands.resolution !== 'raw')
    return combineSources(
      sources.map(({ points, since }) => ({ ...points, since })),
      wanted.how,
    );
  return combineSources(alignSources(sources, gridOf(sources.map((one) => one.interval_s))), wanted.how);
}

/** All points of a series, before they are thinned. */
export function wholePoints(wanted: Wanted, strands: Strands, presenting: Presenting): Points {
  const [first] = wanted.strands;
  const points =
    wanted.device && first
      ? strandPoints(first, wanted, strands, presenting)
      : plantPoints(wanted, strands, presenting);
  if (strands.resolution !== 'raw') return points;
  const marked = markGaps(points, stepOf(wanted, strands) * 1000);
  return first && marked !== points ? presenting.nights.ofGaps(marked, first.device) : marked;
}

/** No more points than may leave; what adds up is whole already. */
export function fewPoints(points: Points, wanted: Wanted, { points: most, window }: Presenting): Points {
  return addsUp(wanted.aggregate) ? points : thin(points, most, window);
}

export function headOf(wanted: Wanted, strands: Strands): SeriesHead {
  const { device, variable, quantity, proj_code } = wanted;
  return {
    device_id: device?.device_id ?? null,
    short_name: device?.short_name ?? null,
    proj_code,
    name: device ? variable.name : quantity,
    label_en: variable.label_en,
    label_it: variable.label_it,
    quantity,
    value_table: device ? variable.value_table : null,
    unit: variable.unit,
    decimals: variable.decimals,
    colour: variable.colour,
    resolution: strands.resolution,
    aggregate: strands.resolution === 'raw' ? 'last' : wanted.aggregate,
    step_s: stepOf(wanted, strands),
  };
}

/** The ranges of a series that a person declared bad, within the window. */
export function marksOf(wanted: Wanted, { marks, window }: Presenting): NonNullable<Series['marked']> {
  if (marks.length === 0) return [];
  const touches = (mark: SeriesMark) =>
    wanted.strands.some(
      ({ device, variable }) =>
        device.device_id === mark.device_id && (mark.slots?.includes(variable.slot) ?? true),
    );
  return marks.filter(touches).map(({ start, end, reason }) => ({
    start: new Date(Math.max(start, window.start)).toISOString(),
    end: new Date(Math.min(end, window.end)).toISOString(),
    reason,
  }));
}

/** The days of an energy series that were booked in part when a counter came back; of a plant, of all its sources together. */
export function recoveredOf(
  { aggregate, strands }: Wanted,
  { recovered }: Presenting,
): NonNullable<Series['recovered']> {
  if (aggregate !== 'energy' || recovered.length === 0) return [];
  const days = new Map<string, { start: number; energy: number }>();
  for (const { device_id, slot, day, start, energy } of recovered) {
    if (!strands.some((one) => one.device.device_id === device_id && one.variable.slot === slot)) continue;
    const before = days.get(day);
    days.set(day, { start: before?.start ?? start, energy: (before?.energy ?? 0) + energy });
  }
  return [...days].map(([day, { start, energy }]) => ({ day, start: new Date(start).toISOString(), energy }));
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function figures({ n, sum, min, max, first, last, energy }: Total): Figures {
  if (n === 0) {
    const nothing = { sum: null, mean: null, min: null, max: null, first: null, last: null };
    return { n, ...nothing, energy: orNull(energy) };
  }
  return {
    n,
    sum: orNull(sum),
    mean: orNull(sum / n),
    min: orNull(min),
    max: orNull(max),
    first: orNull(first),
    last: orNull(last),
    energy: orNull(energy),
  };
}

/** What a plant's own series comes to: its periods are counted, for nobody reads it. */
function totalOf(points: Points, wanted: Wanted): Total {
  const total: Total = {
    n: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    first: Number.NaN,
    last: Number.NaN,
    energy: Number.NaN,
  };
  for (const value of points.values) {
    if (Number.isNaN(value)) continue;
    if (total.n === 0) total.first = value;
    total.n++;
    total.sum += value;
    total.min = Math.min(total.min, value);
    total.max = Math.max(total.max, value);
    total.last = value;
  }
  return wanted.aggregate === 'energy' && total.n > 0 ? { ...total, energy: total.sum } : total;
}

/** The figures of the whole window: of a device's readings, or of the periods of a plant's own series. */
export function figuresOf(wanted: Wanted, strands: Strands, points: Points): Figures {
  const [first] = wanted.strands;
  return figures(wanted.device && first ? strands.total(first) : totalOf(points, wanted));
}

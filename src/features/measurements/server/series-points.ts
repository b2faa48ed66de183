import { type Points, STEP_S, type Total } from '../buckets.model.ts';
import type { Nights } from '../nights.model.ts';
import { alignSources, combineSources, gridOf } from '../plant-series.model.ts';
import type { Figures, Series } from '../series.contract.ts';
import { addsUp, markGaps, thin } from '../series.model.ts';
import type { SeriesDevice, SeriesMark } from './series.repository.ts';
import type { SeriesHead } from './series-json.ts';
import type { ResolvedSeries } from './series-request.ts';
import type { SeriesSource, SeriesSources, Window } from './series-sources.ts';
import type { RecoveredDay } from './stored-days.repository.ts';

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

function stepOf({ device, variable, seriesSources }: ResolvedSeries, { resolution }: SeriesSources): number {
  if (resolution !== 'raw') return STEP_S[resolution];
  return device ? variable.rhythm_s : gridOf(seriesSources.map((source) => source.variable.rhythm_s)) / 1000;
}

/** The points of one series source; silences of the night are told from others. */
function sourcePoints(
  source: SeriesSource,
  resolved: ResolvedSeries,
  seriesSources: SeriesSources,
  { nights }: Presenting,
): Points {
  const points = seriesSources.points(source, resolved.aggregate);
  const { resolution } = seriesSources;
  if (resolution === 'raw') return points;
  const end = (points.ts.at(-1) ?? 0) + STEP_S[resolution] * 1000;
  return nights.ofPeriods(points, source.device, end);
}

function plantPoints(resolved: ResolvedSeries, seriesSources: SeriesSources, presenting: Presenting): Points {
  const expectedFrom = ({ device_id, enabled }: SeriesDevice) =>
    enabled ? (presenting.since.get(device_id) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const sources = resolved.seriesSources.map((source) => ({
    points: sourcePoints(source, resolved, seriesSources, presenting),
    since: expectedFrom(source.device),
    interval_s: source.variable.rhythm_s,
  }));
  if (seriesSources.resolution !== 'raw')
    return combineSources(
      sources.map(({ points, since }) => ({ ...points, since })),
      resolved.how,
    );
  return combineSources(alignSources(sources, gridOf(sources.map((one) => one.interval_s))), resolved.how);
}

/** All points of a series, before they are thinned. */
export function wholePoints(
  resolved: ResolvedSeries,
  seriesSources: SeriesSources,
  presenting: Presenting,
): Points {
  const [first] = resolved.seriesSources;
  const points =
    resolved.device && first
      ? sourcePoints(first, resolved, seriesSources, presenting)
      : plantPoints(resolved, seriesSources, presenting);
  if (seriesSources.resolution !== 'raw') return points;
  const marked = markGaps(points, stepOf(resolved, seriesSources) * 1000);
  return first && marked !== points ? presenting.nights.ofGaps(marked, first.device) : marked;
}

/** No more points than may leave; what adds up is whole already. */
export function fewPoints(
  points: Points,
  resolved: ResolvedSeries,
  { points: max, window }: Presenting,
): Points {
  return addsUp(resolved.aggregate) ? points : thin(points, max, window);
}

export function headOf(resolved: ResolvedSeries, seriesSources: SeriesSources): SeriesHead {
  const { device, variable, quantity, proj_code } = resolved;
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
    resolution: seriesSources.resolution,
    aggregate: seriesSources.resolution === 'raw' ? 'last' : resolved.aggregate,
    step_s: stepOf(resolved, seriesSources),
  };
}

/** The ranges of a series that a person declared bad, within the window. */
export function marksOf(
  resolved: ResolvedSeries,
  { marks, window }: Presenting,
): NonNullable<Series['marked']> {
  if (marks.length === 0) return [];
  const touches = (mark: SeriesMark) =>
    resolved.seriesSources.some(
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
  { aggregate, seriesSources }: ResolvedSeries,
  { recovered }: Presenting,
): NonNullable<Series['recovered']> {
  if (aggregate !== 'energy' || recovered.length === 0) return [];
  const days = new Map<string, { start: number; energy: number }>();
  for (const { device_id, slot, day, start, energy } of recovered) {
    if (!seriesSources.some((one) => one.device.device_id === device_id && one.variable.slot === slot))
      continue;
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
function totalOf(points: Points, resolved: ResolvedSeries): Total {
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
  return resolved.aggregate === 'energy' && total.n > 0 ? { ...total, energy: total.sum } : total;
}

/** The figures of the whole window: of a device's readings, or of the periods of a plant's own series. */
export function figuresOf(resolved: ResolvedSeries, seriesSources: SeriesSources, points: Points): Figures {
  const [first] = resolved.seriesSources;
  return figures(resolved.device && first ? seriesSources.total(first) : totalOf(points, resolved));
}

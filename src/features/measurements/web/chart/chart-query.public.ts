import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueTableOf } from '../../../../devices/values/value-tables.ts';
import { saidValue } from '../../../../devices/values/value-words.ts';
import type { Ask } from '../../../../shared/web/api/call-query.ts';
import { useLoad } from '../../../../shared/web/api/use-call.ts';
import {
  type Choice,
  type Compare,
  type Step,
  writeCompare,
} from '../../../../shared/web/charts/choice.model.ts';
import { aligned, type Shift, shiftOf, thenWindow } from '../../../../shared/web/charts/compare.model.ts';
import { finerStretch } from '../../../../shared/web/charts/finer.model.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import {
  reachesNow,
  type Steps,
  stepsInForce,
  type TimeWindow,
  windowOf,
} from '../../../../shared/web/charts/window.model.ts';
import { measurementsCalls } from '../../measurements.contract.ts';
import type { Aggregate } from '../../measurements.model.ts';
import type { Series } from '../../series.contract.ts';
import { type ChartCall, callsFor, type Drawable } from './drawables.public.ts';

/** A chart's answer together with the window and the moment it was asked for, so that both always fit. */
export interface ChartAnswer {
  key: string;
  series: { drawable: Drawable; series: ChartSeries }[];
  window: TimeWindow;
  steps: Steps;
  now: number;
  /** What the series are compared with, laid over them by the clock; none where nothing was wished. */
  compared?: ComparedAnswer | undefined;
  /** The same in finer steps, over the stretch that is looked at. */
  finer?: ChartAnswer | undefined;
}

export interface ComparedAnswer {
  shift: Shift;
  /** Each accompanies the series whose id its `beside` names. Words are given to them where they are shown. */
  series: ChartSeries[];
}

export interface ChartRequest {
  zone: string;
  choice: Choice;
  step: Step | undefined;
  chosen: readonly Drawable[];
  /** How the lines of devices are summed up over a step; each variable's own way unless it is said. */
  aggregate?: Aggregate | undefined;
  compare?: CompareRequest | undefined;
  /** What of the window is looked at; all of it unless it is said. */
  zoom?: TimeWindow | undefined;
}

export interface CompareRequest {
  compare: Compare;
  /** IANA zone of the other plant, where one is compared with. */
  then_zone?: string | undefined;
}

const MAX_POINTS = 3000;

const placeOf = (device_id: number | null, proj_code: string, name: string) =>
  device_id === null ? `${proj_code}/${name}` : `${device_id}.${name}`;
const ofAnswer = ({ device_id, proj_code, name, quantity }: Series) =>
  placeOf(device_id, proj_code, device_id === null ? quantity : name);
const ofRequest = ({ device_id, proj_code, name }: Drawable) => placeOf(device_id, proj_code, name);

/** Points that were thinned to the points that pixels need stand further apart; their gaps are marked by nulls. */
function stepOf({ step_s, ts }: Series, { start_at, end_at }: TimeWindow): number {
  if (ts.length < MAX_POINTS / 2) return step_s;
  return Math.max(step_s, (6 * (end_at - start_at)) / 1000 / MAX_POINTS);
}

interface Times {
  ts: readonly string[];
  at: readonly number[];
}

/** The instants of a series in milliseconds; those that it shares with the one before are not read again. */
function timesOf(ts: readonly string[], before: Times | undefined): number[] {
  return ts.map((text, i) => (before?.ts[i] === text ? (before.at[i] ?? 0) : Date.parse(text)));
}

interface Placed {
  window: TimeWindow;
  at: readonly number[];
}

/** The words of a state or an event; a mean of several is no state, and has none. */
function saysOf(answer: Pick<Series, 'value_table' | 'quantity'>): ChartSeries['says'] {
  if (!valueTableOf(answer.value_table, answer.quantity)) return undefined;
  return (value, language) => saidValue(answer, value, language);
}

/** A series of the answer as the chart takes it. */
export function seriesOf(
  drawable: Pick<Drawable, 'key' | 'shape'>,
  answer: Series,
  { window, at }: Placed,
): ChartSeries {
  return {
    id: drawable.key,
    label: answer.name,
    unit: answer.unit,
    decimals: answer.decimals,
    shape: drawable.shape,
    step: answer.resolution,
    step_s: stepOf(answer, window),
    at,
    values: answer.values,
    states: answer.quality,
    colour: answer.colour,
    aggregate: answer.aggregate,
    says: saysOf(answer),
    marked: answer.marked?.map(({ start, end, reason }) => ({
      start_at: Date.parse(start),
      end_at: Date.parse(end),
      reason,
    })),
    recovered: answer.recovered?.map(({ start, energy }) => ({ start_at: Date.parse(start), energy })),
  };
}

interface Query {
  request: ChartRequest;
  window: TimeWindow;
  steps: Steps;
  ask: Ask;
}

function aggregateOf({ shape, devices }: ChartCall, requested: Aggregate | undefined): Aggregate | undefined {
  if (shape === 'bar') return 'energy';
  return devices ? requested : undefined;
}

function askFor(call: ChartCall, { request, window, steps, ask }: Query) {
  const { shape, ...what } = call;
  const query = {
    ...what,
    start: new Date(window.start_at).toISOString(),
    end: new Date(window.end_at).toISOString(),
    resolution: steps[shape],
    points: String(MAX_POINTS),
    aggregate: aggregateOf(call, request.aggregate),
  };
  return ask(measurementsCalls.chartResultsData, { query });
}

/** The series of what was chosen, in one window. */
async function loadSeries(asked: Query, chosen: readonly Drawable[]): Promise<ChartAnswer['series']> {
  const answers = await Promise.all(callsFor(chosen).map((call) => askFor(call, asked)));
  const found = new Map(answers.flat().map((answer) => [ofAnswer(answer), answer]));
  let before: Times | undefined;
  return chosen.flatMap((drawable) => {
    const answer = found.get(ofRequest(drawable));
    if (!answer) return [];
    const at = timesOf(answer.ts, before);
    before = { ts: answer.ts, at };
    return [{ drawable, series: seriesOf(drawable, answer, { window: asked.window, at }) }];
  });
}

/** What of the chosen is compared: all of it with another time, with another plant only what that has too. */
function comparable(chosen: readonly Drawable[], compare: Compare): Drawable[] {
  if (compare.with !== 'plant') return [...chosen];
  const { proj_code } = compare;
  const own = chosen.filter((one) => one.device_id === null && one.proj_code !== proj_code);
  return own.map((one) => ({ ...one, proj_code }));
}

async function loadCompared(asked: Query, now: number): Promise<ComparedAnswer | undefined> {
  const { choice, zone, chosen, compare: requested } = asked.request;
  if (!requested) return undefined;
  const shift = shiftOf({ compare: requested.compare, choice, now, zone, then_zone: requested.then_zone });
  const window = thenWindow(asked.window, shift);
  if (!window) return { shift, series: [] };
  const then = await loadSeries({ ...asked, window }, comparable(chosen, requested.compare));
  const series = then.map((one) => aligned(one.series, shift, { id: one.drawable.key, words: '' }));
  return { shift, series };
}

/** @param stretch of the window; all of it unless it is said */
async function loadChart(request: ChartRequest, ask: Ask, stretch?: TimeWindow): Promise<ChartAnswer> {
  const { choice, zone, chosen, step } = request;
  const now = Date.now();
  const window = stretch ?? windowOf(choice, now, zone);
  const steps = stepsInForce(window, step);
  const asked: Query = { request, window, steps, ask };
  const [series, compared] = await Promise.all([loadSeries(asked, chosen), loadCompared(asked, now)]);
  return { key: requestKey(request), series, window, steps, now, compared };
}

/** What makes two wishes the same question, whenever it is asked. */
const requestKey = ({ choice, step, chosen, zone, aggregate, compare }: ChartRequest) =>
  [
    zone,
    choice.span,
    choice.date,
    choice.to,
    choice.last,
    step,
    aggregate,
    writeCompare(compare?.compare),
    compare?.then_zone,
    ...chosen.map((one) => `${one.proj_code}/${one.key}`),
  ].join(' ');

/** The stretch to ask for in finer steps; null where the answer for the whole window already says as much. */
function stretchOf({ zoom, step }: ChartRequest, whole: ChartAnswer | undefined): TimeWindow | null {
  const stretch = zoom && whole ? finerStretch(zoom, whole.window) : null;
  if (!stretch || !whole) return null;
  const steps = stepsInForce(stretch, step);
  const alike = steps.line === whole.steps.line && steps.bar === whole.steps.bar;
  const thinned = whole.series.some(({ series }) => series.at.length >= MAX_POINTS / 2);
  return alike && !thinned ? null : stretch;
}

/**
 * The series of a chart, and of what is looked at the same in finer steps. While another period is fetched the old one
 * stays, with its own window.
 */
export function useChart(request: ChartRequest) {
  const key = requestKey(request);
  const whole = useLoad({
    name: 'chart',
    input: key,
    of: [measurementsCalls.chartResultsData],
    load: (ask) => loadChart(request, ask),
    enabled: request.chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const known = whole.isPlaceholderData ? undefined : whole.data;
  const stretch = stretchOf(request, known);
  const finer = useLoad({
    name: 'chart-finer',
    input: [key, stretch],
    of: [measurementsCalls.chartResultsData],
    load: (ask) => loadChart(request, ask, stretch ?? undefined),
    enabled: stretch !== null,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  // What came before may stand only where it answers the same question.
  const detail = stretch && finer.data?.key === known?.key ? finer.data : undefined;
  const data = useMemo(() => whole.data && { ...whole.data, finer: detail }, [whole.data, detail]);
  const refetch = () => Promise.all([whole.refetch(), stretch && finer.refetch()]);
  return { ...whole, data, refetch, refining: finer.isFetching && (finer.isPlaceholderData || !finer.data) };
}

/** Whether new readings can still appear in a choice's window. */
export function isLive(choice: Choice, now: number, zone: string): boolean {
  return choice.span === 'last' || reachesNow(windowOf(choice, now, zone), now);
}

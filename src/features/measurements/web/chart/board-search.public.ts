import { z } from 'zod';
import {
  type Choice,
  type Compare,
  DURATIONS,
  readCompare,
  SPANS,
  STEPS,
  type Step,
  writeCompare,
} from '../../../../shared/web/charts/choice.model.ts';
import { readZoom, writeZoom, ZOOM } from '../../../../shared/web/charts/view.model.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import type { Aggregate } from '../../measurements.model.ts';
import type { Drawable } from './drawables.public.ts';

/** Ways of summing up a step that say something for any variable. */
export const CHOSEN_AGGREGATES = ['mean', 'min', 'max', 'last'] as const satisfies readonly Aggregate[];
export type ChosenAggregate = (typeof CHOSEN_AGGREGATES)[number];

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .catch(undefined);
const keys = z.string().max(6000).optional().catch(undefined);

/**
 * The workbench's part of the address: a whole chart, so that a link is one. Where `vars` is not there, it is that of the
 * saved chart, or an empty one. What is not understood is left out.
 */
export const BoardSearch = z.object({
  /** Keys of what is drawn, joined by commas. */
  vars: keys,
  /** Keys of what is hidden for now. */
  hide: keys,
  span: z.enum(SPANS).optional().catch(undefined),
  date,
  to: date,
  last: z.enum(DURATIONS).optional().catch(undefined),
  step: z.enum(STEPS).optional().catch(undefined),
  of: z.enum(CHOSEN_AGGREGATES).optional().catch(undefined),
  /** What it is compared with: before, year, plant.CODE. */
  compare: z
    .string()
    .refine((text) => readCompare(text) !== undefined)
    .optional()
    .catch(undefined),
  /** What of the days is on screen, and the moment that it is about, in milliseconds; gone with another period. */
  zoom: z.string().regex(ZOOM).optional().catch(undefined),
  at: z
    .string()
    .regex(/^\d{12,14}$/)
    .optional()
    .catch(undefined),
});
export type BoardSearch = z.infer<typeof BoardSearch>;

/** A chart as the workbench holds it. */
export interface ChartState {
  keys: readonly string[];
  hidden: readonly string[];
  choice: Choice;
  step: Step | undefined;
  aggregate: ChosenAggregate | undefined;
  compare: Compare | undefined;
}

const listed = (text: string | undefined): string[] => (text ? [...new Set(text.split(','))] : []);

/** The chart that an address holds, whose `vars` are there. */
export function stateOfSearch(search: BoardSearch): ChartState {
  const { vars, hide, span = 'day', date: day, to, last, step, of, compare } = search;
  const keys = listed(vars);
  const hidden = listed(hide).filter((key) => keys.includes(key));
  const choice = { span, date: day, to, last };
  return { keys, hidden, choice, step, aggregate: of, compare: readCompare(compare) };
}

/** The address of a chart; the same chart always has the same. */
export function searchOfState(state: ChartState): BoardSearch {
  const { keys, hidden, choice, step, aggregate, compare } = state;
  const { span, date: day, to, last } = choice;
  return {
    vars: keys.join(','),
    hide: hidden.length > 0 ? keys.filter((key) => hidden.includes(key)).join(',') : undefined,
    span: span === 'day' ? undefined : span,
    date: span === 'last' ? undefined : day,
    to: span === 'free' ? to : undefined,
    last: span === 'last' ? last : undefined,
    step,
    of: aggregate,
    compare: writeCompare(compare),
  };
}

/** What a series is called in the workbench's address: `17.ac_power_kw`, `plant.AUR-001.ac_power_kw`. */
export const boardKey = ({
  device_id,
  proj_code,
  name,
}: Pick<Drawable, 'device_id' | 'proj_code' | 'name'>): string =>
  device_id === null ? `plant.${proj_code}.${name}` : `${device_id}.${name}`;

interface Linked extends Pick<ChartState, 'choice' | 'step' | 'compare'> {
  chosen: readonly Drawable[];
  zoom?: TimeWindow;
  at?: number;
}

/** The workbench's address for a chart of another screen. */
export function boardSearchFor({ chosen, zoom, at, ...chart }: Linked): BoardSearch {
  return {
    ...searchOfState({ ...chart, keys: chosen.map(boardKey), hidden: [], aggregate: undefined }),
    zoom: writeZoom(zoom),
    ...(at === undefined ? {} : { at: String(at) }),
  };
}

/** What of its period an address shows. */
export const zoomOf = ({ zoom }: BoardSearch): TimeWindow | undefined => readZoom(zoom);

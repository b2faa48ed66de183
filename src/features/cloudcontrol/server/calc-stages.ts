import { factorBetween } from '../../../shared/units/units.ts';
import type { Readings } from '../../measurements/columns.model.ts';
import { Nights } from '../../measurements/nights.model.ts';
import type { SlotWindow } from '../../measurements/server/slot-readings.public.ts';
import { evaluate, type InputSeries, type Results } from '../calculation.model.ts';
import { type Knot, levelsOf } from '../calculation-graph.model.ts';
import type { StoredGroup, StoredInput } from './calc-definitions.repository.ts';

/** The groups of one virtual device that can be calculated together: none takes the result of another among them. */
export interface Stage {
  readonly device_id: number;
  readonly level: number;
  readonly step_ms: number;
  readonly time_zone: string;
  readonly groups: readonly StoredGroup[];
  /** What is read for it, by device; its own device's slots among them. */
  readonly slots: ReadonlyMap<number, readonly number[]>;
  /** The devices that it takes variables of. */
  readonly feeders: readonly number[];
}

export const knotOf = ({ id, name, variable_id, inputs }: StoredGroup): Knot => ({
  id,
  name,
  variable_id,
  input_ids: inputs.map((input) => input.variable_id),
});

const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b);

function stageOf(groups: readonly StoredGroup[], level: number): Stage | undefined {
  const [first] = groups;
  if (!first) return undefined;
  const wanted = groups.flatMap(({ inputs }) => inputs.map(({ device_id, slot }) => ({ device_id, slot })));
  const own = groups.map(({ device_id, slot }) => ({ device_id, slot }));
  const byDevice = Map.groupBy([...wanted, ...own], ({ device_id }) => device_id);
  return {
    device_id: first.device_id,
    level,
    step_ms: first.interval_s * 1000,
    time_zone: first.time_zone,
    groups,
    slots: new Map([...byDevice].map(([id, all]) => [id, ascending(all.map(({ slot }) => slot))])),
    feeders: ascending(wanted.map(({ device_id }) => device_id)),
  };
}

/** All groups in the order in which they are calculated: whoever stands upon others comes after them. */
export function stagesOf(groups: readonly StoredGroup[]): Stage[] {
  const levels = levelsOf(groups.map(knotOf));
  const known = groups.filter(({ id }) => levels.has(id));
  const together = Map.groupBy(known, ({ id, device_id }) => `${levels.get(id)}/${device_id}`);
  return [...together.values()]
    .flatMap((same) => stageOf(same, levels.get(same[0]?.id ?? 0) ?? 0) ?? [])
    .sort((a, b) => a.level - b.level || a.device_id - b.device_id);
}

/**
 * The windows that a stage is calculated from for its instants in [start, end] (epoch ms): a reading just behind the
 * instant before the first counts no more.
 */
export function windowsOf(stage: Stage, start: number, end: number): SlotWindow[] {
  return [...stage.slots].map(([device_id, slots]) => ({
    device_id,
    slots,
    start: stage.feeders.includes(device_id) ? start - stage.step_ms + 1 : start,
    end,
  }));
}

/** Readings by device, their columns in the order of the stage's slots. */
export type Loaded = ReadonlyMap<number, Readings>;

const EMPTY: Readings = { ts: new Float64Array(0), columns: [] };
/** Stands for an input that is gone for good: without it there is no result. */
const GONE: InputSeries = { ts: EMPTY.ts, column: undefined, factor: 1, rests: () => false };

/** An input in the unit of its result. */
export function seriesOf(
  input: Omit<StoredInput, 'device_id' | 'variable_id' | 'slot'>,
  unit: string,
  from: { readings: Readings | undefined; place: number; nights: Nights },
): InputSeries {
  const { readings = EMPTY, place, nights } = from;
  const factor = factorBetween(input.unit, unit);
  // Its unit was changed into one that the result cannot be in: no number would be right.
  if (factor === undefined) return GONE;
  return {
    ts: readings.ts,
    column: readings.columns[place],
    factor,
    rests: (from, until) => nights.isNight(input, from + 1, until),
  };
}

/** The results of each group of a stage at its instants in [start, end]. */
export function resultsOf(stage: Stage, loaded: Loaded, grid: { start: number; end: number }): Results[] {
  const nights = new Nights();
  return stage.groups.map((group) => {
    const inputs = group.inputs.map((input) =>
      seriesOf(input, group.unit, {
        readings: loaded.get(input.device_id),
        place: stage.slots.get(input.device_id)?.indexOf(input.slot) ?? -1,
        nights,
      }),
    );
    const whole = inputs.length === group.input_count ? inputs : [...inputs, GONE];
    return evaluate(group.operation, whole, { ...grid, step_ms: stage.step_ms });
  });
}

import { setImmediate } from 'node:timers/promises';
import { withoutNoise } from '../../../shared/units/units.ts';
import { unknownShare, windowFigures } from '../figures.model.ts';
import type { EnergyOrigin } from '../forecast.contract.ts';
import { sumOf } from '../hour-sums.model.ts';
import { daysByPeriod, type EnergyResolution, type Periods, periodsOf, wholeDays } from '../periods.model.ts';
import {
  instants,
  instantsOf,
  originsOf,
  type PlantDays,
  type Question,
  startIn,
  total,
  withHours,
  withoutHours,
} from './energy-questions.ts';
import { type LoadedDays, noDays, type WithoutHours } from './expected-days.ts';
import type { PlantContext } from './plant-contexts.ts';

/** Plants that are summed up before others have their turn. */
const PLANTS_A_STEP = 50;
const NO_PERIODS: Periods = { borders: [], ts: [] };

/** What is expected of a plant in each period, and which share of it is not known. */
interface Totals {
  readonly values: (number | null)[];
  readonly unknown_shares: (number | null)[];
}

/** Plants with their days and what these come to. A step a plant: others are served between a thousand of them. */
async function totalsOf<D extends WithoutHours>(
  contexts: readonly PlantContext[],
  loaded: ReadonlyMap<number, LoadedDays<D>>,
  valuesOf: (days: readonly D[], context: PlantContext) => Totals,
): Promise<(PlantDays & Totals & { readonly context: PlantContext; readonly index: number | null })[]> {
  const totals = [];
  for (const [i, context] of contexts.entries()) {
    if (i % PLANTS_A_STEP === PLANTS_A_STEP - 1) await setImmediate();
    const days = loaded.get(context.plant.plant_id) ?? noDays<D>();
    const { performance_index: index } = windowFigures(days.days, context.plant.kw_peak);
    totals.push({ context, loaded: days, index, ...valuesOf(days.days, context) });
  }
  return totals;
}

/** The days and periods of each zone: plants of one have the same. */
function zonesOf(contexts: readonly PlantContext[], { window, now }: Question, resolution: EnergyResolution) {
  const zones = new Set(contexts.map(({ plant }) => plant.time_zone));
  return new Map(
    [...zones].map((zone) => {
      const days = wholeDays(zone, window);
      const periods = periodsOf(zone, resolution, { ...days, now });
      return [zone, { days, periods, ts: instants(periods.ts) }] as const;
    }),
  );
}

/** What plants should have made, each by the days of its own clock. */
export async function expectedTotals(
  question: Question,
  contexts: readonly PlantContext[],
  resolution: EnergyResolution,
) {
  const zones = zonesOf(contexts, question, resolution);
  const periodsIn = ({ plant }: PlantContext): Periods => zones.get(plant.time_zone)?.periods ?? NO_PERIODS;
  const byPlant =
    resolution === 'hour'
      ? await totalsOf(contexts, await withHours(question, contexts), (days, context) => ({
          values: sumOf(days, 'expected', periodsIn(context)),
          unknown_shares: [],
        }))
      : await totalsOf(contexts, await withoutHours(question, contexts), (days, context) => {
          const groups = daysByPeriod(days, startIn(context), periodsIn(context));
          return {
            values: groups.map((group) => total(group.map(({ day_kwh }) => day_kwh))),
            unknown_shares: groups.map((group) => withoutNoise(unknownShare(group))),
          };
        });
  const origins = await originsOf(question.tx, byPlant);
  const results = byPlant.map(({ context: { plant }, values, unknown_shares, index }, i) => ({
    ...(origins[i] as EnergyOrigin),
    ...instantsOf(zones.get(plant.time_zone)?.days ?? question.window),
    ts: zones.get(plant.time_zone)?.ts ?? [],
    values,
    unknown_shares,
    total_kwh: total(values),
    performance_index: index,
  }));
  const days = zones.size === 0 ? [question.window] : [...zones.values()].map((zone) => zone.days);
  const around = {
    start: Math.min(...days.map(({ start }) => start)),
    end: Math.max(...days.map(({ end }) => end)),
  };
  return { ...instantsOf(around), resolution, count: results.length, results };
}

import { setImmediate } from 'node:timers/promises';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { type Tx, withEveryPlant } from '../../../shared/server/tenancy.ts';
import { withoutNoise } from '../../../shared/units/units.ts';
import { dayBorders } from '../../../shared/units/zones.ts';
import { addSums, isNearlyWhole, windowFigures } from '../figures.model.ts';
import type { EnergyOrigin, forecastCalls } from '../forecast.contract.ts';
import { pairedSums, rounded, sumOf } from '../hour-sums.model.ts';
import { daysByPeriod, type Periods, periodsOf, resolutionFor, sumHours } from '../periods.model.ts';
import { NOT_RECORDED, waterfall } from '../waterfall.model.ts';
import {
  noDays,
  originOf,
  originsOf,
  type PlantDays,
  visibleContexts,
  windowOf,
} from './energy-questions.ts';
import {
  type LoadedDays,
  loadDaySums,
  loadDaysWithHours,
  type Window,
  type WithoutHours,
} from './expected-days.ts';
import { expectedOf, loadDayEnergies, makersOf } from './inverter-energy.ts';
import type { PlantContext } from './plant-contexts.ts';
import { ratioFaults } from './ratio-faults.ts';

const instants = (ts: readonly number[]): string[] => ts.map((at) => new Date(at).toISOString());
const total = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : withoutNoise(known.reduce((sum, value) => sum + value, 0));
};

interface Question {
  readonly tx: Tx;
  readonly window: Window;
  readonly now: number;
}

/** Days with their hours, of plants that the caller may see: what they are made from may be a neighbour's. */
const withHours = ({ tx, window, now }: Question, contexts: readonly PlantContext[]) =>
  withEveryPlant(tx, () => loadDaysWithHours(contexts, { tx, window, now }));

const withoutHours = ({ tx, window, now }: Question, contexts: readonly PlantContext[]) =>
  withEveryPlant(tx, () => loadDaySums(contexts, { tx, window, now }));

/** One plant with its days. @throws AppError not_found */
async function onePlant(question: Question, proj_code: string) {
  const [context] = await visibleContexts(question, [proj_code]);
  if (!context) throw new Error('a plant that was found is not there');
  const loaded = (await withHours(question, [context])).get(context.plant.plant_id) ?? noDays();
  return { context, loaded, origin: await originOf(question.tx, { context, loaded }) };
}

/** Plants that are summed up before others have their turn. */
const PLANTS_A_STEP = 50;
const NO_PERIODS: Periods = { borders: [], ts: [] };

const startIn =
  ({ plant }: PlantContext) =>
  ({ day }: { day: string }): number =>
    dayBorders(plant.time_zone, day).start;

/** Plants with their days and what these come to. A step a plant: others are served between a thousand of them. */
async function totalsOf<D extends WithoutHours>(
  contexts: readonly PlantContext[],
  loaded: ReadonlyMap<number, LoadedDays<D>>,
  valuesOf: (days: readonly D[], context: PlantContext) => (number | null)[],
): Promise<(PlantDays & { readonly context: PlantContext; readonly values: (number | null)[] })[]> {
  const totals = [];
  for (const [i, context] of contexts.entries()) {
    if (i % PLANTS_A_STEP === PLANTS_A_STEP - 1) await setImmediate();
    const days = loaded.get(context.plant.plant_id) ?? noDays<D>();
    totals.push({ context, loaded: days, values: valuesOf(days.days, context) });
  }
  return totals;
}

export const forecastHandlers: Handlers<typeof forecastCalls> = {
  async expectedInverter({ tx, query, now }) {
    const { window, resolution } = windowOf(query);
    const { context, loaded, origin } = await onePlant({ tx, window, now: now.getTime() }, query.proj_code);
    const periods = periodsOf(context.plant.time_zone, resolution, { ...window, now: now.getTime() });
    const makers = await makersOf(tx, context, query.devices);
    const results = makers.map((maker) => {
      const { device_id, short_name, section_id, nominal_power } = maker;
      const days = loaded.days.map((day) => expectedOf(maker, day));
      const values = rounded(sumHours(loaded.days, (place) => days[place] ?? new Float64Array(0), periods));
      return { device_id, short_name, section_id, nominal_power, values, total_kwh: total(values) };
    });
    return { ...origin, ...query, resolution, ts: instants(periods.ts), count: results.length, results };
  },

  async expectedTotal({ tx, query, now }) {
    const { window, resolution } = windowOf(query);
    const question = { tx, window, now: now.getTime() };
    const codes = query.proj_code === undefined ? query.codes : [...(query.codes ?? []), query.proj_code];
    const contexts = await visibleContexts(question, codes ?? null);
    // Plants of one zone have the same periods.
    const zones = new Map(
      [...new Set(contexts.map(({ plant }) => plant.time_zone))].map((zone) => {
        const periods = periodsOf(zone, resolution, { ...window, now: now.getTime() });
        return [zone, { periods, ts: instants(periods.ts) }] as const;
      }),
    );
    const periodsIn = ({ plant }: PlantContext): Periods => zones.get(plant.time_zone)?.periods ?? NO_PERIODS;
    const byPlant =
      resolution === 'hour'
        ? await totalsOf(contexts, await withHours(question, contexts), (days, context) =>
            sumOf(days, 'expected', periodsIn(context)),
          )
        : await totalsOf(contexts, await withoutHours(question, contexts), (days, context) =>
            daysByPeriod(days, startIn(context), periodsIn(context)).map((group) =>
              total(group.map(({ day_kwh }) => day_kwh)),
            ),
          );
    const origins = await originsOf(tx, byPlant);
    const results = byPlant.map(({ context, values }, i) => ({
      ...(origins[i] as EnergyOrigin),
      ts: zones.get(context.plant.time_zone)?.ts ?? [],
      values,
      total_kwh: total(values),
    }));
    const { start, end } = query;
    return { start, end, resolution, count: results.length, results };
  },

  async expectedData({ tx, query, now }) {
    const { window, resolution } = windowOf(query);
    const { context, loaded, origin } = await onePlant({ tx, window, now: now.getTime() }, query.proj_code);
    const { plant } = context;
    const periods = periodsOf(plant.time_zone, resolution, { ...window, now: now.getTime() });
    const { missing_share: _, days: __, ...figures } = windowFigures(loaded.days, plant.kw_peak);
    const groups = resolution === 'hour' ? [] : daysByPeriod(loaded.days, startIn(context), periods);
    return {
      ...origin,
      ...query,
      resolution,
      ts: instants(periods.ts),
      ...pairedSums(loaded.days, periods),
      irradiation_kwh_m2: sumOf(loaded.days, 'irradiation', periods),
      // An hour tells nothing of a ratio.
      performance_ratio: periods.ts.map(
        (_, i) => windowFigures(groups[i] ?? [], plant.kw_peak).performance_ratio,
      ),
      figures,
      faults: ratioFaults(plant, loaded.days, figures.performance_ratio),
    };
  },

  async normalized({ tx, query, now }) {
    const { window, resolution } = windowOf({
      ...query,
      resolution: query.resolution === 'hour' ? 'day' : query.resolution,
    });
    const own = resolution === 'hour' ? 'day' : resolution;
    const { context, loaded, origin } = await onePlant({ tx, window, now: now.getTime() }, query.proj_code);
    const periods = periodsOf(context.plant.time_zone, own, { ...window, now: now.getTime() });
    const makers = await makersOf(tx, context, query.devices);
    const { days } = loaded;
    const [first, last] = [days[0], days.at(-1)];
    const energies = await loadDayEnergies(tx, makers, {
      from: first?.day ?? '9999-12-30',
      to: last?.day ?? '0001-01-02',
    });
    const results = makers.map((maker) => {
      const { device_id, short_name, section_id, nominal_power } = maker;
      const energy = energies.get(device_id) ?? new Map<string, number>();
      const known = days.filter(({ day }) => energy.has(day));
      const perPeak = (kwh: number | null) =>
        kwh === null || !nominal_power ? null : withoutNoise(kwh / nominal_power);
      const values = daysByPeriod(known, startIn(context), periods).map((group) =>
        perPeak(group.length === 0 ? null : group.reduce((sum, { day }) => sum + (energy.get(day) ?? 0), 0)),
      );
      // Held against each other where nearly all of the day's sun is known: a sum that lacks hours is no measure of the other.
      const whole = known.filter(isNearlyWhole);
      const sumMade = (some: typeof days) => some.reduce((sum, { day }) => sum + (energy.get(day) ?? 0), 0);
      const expected = whole.reduce(
        (sum, day) => sum + expectedOf(maker, day).reduce((a, b) => a + (Number.isNaN(b) ? 0 : b), 0),
        0,
      );
      return {
        ...{ device_id, short_name, section_id, nominal_power, values },
        total: known.length === 0 ? null : perPeak(sumMade(known)),
        expected: whole.length === 0 ? null : perPeak(expected),
        performance_index: whole.length > 0 && expected > 0 ? withoutNoise(sumMade(whole) / expected) : null,
      };
    });
    return { ...origin, ...query, resolution: own, ts: instants(periods.ts), count: results.length, results };
  },

  async waterfall({ tx, query, now }) {
    const { window } = windowOf({ ...query, resolution: 'day' });
    const question = { tx, window, now: now.getTime() };
    const [context] = await visibleContexts(question, [query.proj_code]);
    if (!context) throw new Error('a plant that was found is not there');
    const loaded = (await withoutHours(question, [context])).get(context.plant.plant_id) ?? noDays();
    const fine = resolutionFor(window.end - window.start);
    const resolution = fine === 'hour' ? 'day' : fine;
    const periods = periodsOf(context.plant.time_zone, resolution, { ...window, now: now.getTime() });
    const groups = daysByPeriod(loaded.days, startIn(context), periods);
    const isKnown = (days: typeof loaded.days) => days.some((day) => day.missing_hours < day.sun_hours);
    const present = (days: typeof loaded.days) =>
      waterfall(addSums(days), NOT_RECORDED).map((bar) => ({
        ...bar,
        recorded: bar.kwh !== null,
        parts: [...bar.parts],
      }));
    return {
      ...(await originOf(tx, { context, loaded })),
      ...query,
      bars: isKnown(loaded.days) ? present(loaded.days) : null,
      by_period: periods.ts.flatMap((at, i) => {
        const days = groups[i] ?? [];
        // Nothing known is no 0.
        if (!isKnown(days)) return [];
        const bars = present(days).map(({ name, kwh }) => ({ name, kwh }));
        return [{ start: new Date(at).toISOString(), resolution, bars }];
      }),
    };
  },
};

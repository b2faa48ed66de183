import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { Tx } from '../../../shared/server/tenancy.ts';
import { addSums, windowFigures } from '../figures.model.ts';
import type { forecastCalls } from '../forecast.contract.ts';
import { pairedSums, rounded, sumOf } from '../hour-sums.model.ts';
import { daysByPeriod, periodsOf, resolutionFor, sumHours } from '../periods.model.ts';
import { addRecorded, type LossesByDay, waterfall } from '../waterfall.model.ts';
import {
  answeredWindow,
  instants,
  instantsOf,
  originOf,
  type Question,
  startIn,
  total,
  visibleContexts,
  windowOf,
  withHours,
  withoutHours,
} from './energy-questions.ts';
import { noDays } from './expected-days.ts';
import { expectedTotals } from './expected-total.ts';
import { chosenOf, expectedOf, makersOf } from './inverter-energy.ts';
import { loadMadeDays, normalizedOf, unitOf } from './normalized-energy.ts';
import { ratioFaults } from './ratio-faults.ts';

/** One plant, and the window of its whole days. @throws AppError not_found */
async function findPlant(question: Question, proj_code: string) {
  const [context] = await visibleContexts(question, [proj_code]);
  if (!context) throw new Error('a plant that was found is not there');
  return { context, window: answeredWindow(context, question.window) };
}

/** One plant with its days. @throws AppError not_found */
async function onePlant(question: Question, proj_code: string) {
  const { context, window } = await findPlant(question, proj_code);
  const loaded =
    (await withHours({ ...question, window }, [context])).get(context.plant.plant_id) ?? noDays();
  return { context, window, loaded, origin: await originOf(question.tx, { context, loaded }) };
}

/**
 * What is known to be lost on days of a plant, kWh, in hours of which the plant's energy is known. Answered by an area that comes after this one: the composition brings them together.
 */
export type RecordedLossesOf = (
  tx: Tx,
  asked: { readonly plant_id: number; readonly from: string; readonly to: string },
) => Promise<LossesByDay>;

export interface ForecastDeps {
  readonly recordedLosses: RecordedLossesOf;
}

export const forecastHandlers = ({ recordedLosses }: ForecastDeps): Handlers<typeof forecastCalls> => ({
  async expectedInverter({ tx, query, now }) {
    const { window: asked, resolution } = windowOf(query);
    const question = { tx, window: asked, now: now.getTime() };
    if (query.aggregate === 'true')
      return expectedTotals(question, await visibleContexts(question, [query.proj_code]), resolution);
    const { context, window, loaded, origin } = await onePlant(question, query.proj_code);
    const periods = periodsOf(context.plant.time_zone, resolution, { ...window, now: now.getTime() });
    const makers = await makersOf(tx, context, query.devices);
    const results = makers.map((maker) => {
      const { device_id, short_name, section_id, nominal_power } = maker;
      const days = loaded.days.map((day) => expectedOf(maker, day));
      const values = rounded(sumHours(loaded.days, (place) => days[place] ?? new Float64Array(0), periods));
      return { device_id, short_name, section_id, nominal_power, values, total_kwh: total(values) };
    });
    const answered = { ...instantsOf(window), resolution, ts: instants(periods.ts) };
    return { ...origin, ...answered, count: results.length, results };
  },

  async expectedTotal({ tx, query, now }) {
    const { window, resolution } = windowOf(query);
    const question = { tx, window, now: now.getTime() };
    const codes = query.proj_code === undefined ? query.codes : [...(query.codes ?? []), query.proj_code];
    return expectedTotals(question, await visibleContexts(question, codes ?? null), resolution);
  },

  async expectedData({ tx, query, now }) {
    const { window: asked, resolution } = windowOf(query);
    const question = { tx, window: asked, now: now.getTime() };
    const { context, window, loaded, origin } = await onePlant(question, query.proj_code);
    const { plant } = context;
    const periods = periodsOf(plant.time_zone, resolution, { ...window, now: now.getTime() });
    const { missing_share: _, days: __, ...figures } = windowFigures(loaded.days, plant.kw_peak);
    const groups = resolution === 'hour' ? [] : daysByPeriod(loaded.days, startIn(context), periods);
    const ts = instants(periods.ts);
    // An hour tells nothing of a ratio.
    const ratios = ts.map((start, i) => ({
      start,
      ratio: windowFigures(groups[i] ?? [], plant.kw_peak).performance_ratio,
    }));
    return {
      ...origin,
      ...instantsOf(window),
      resolution,
      ts,
      figures,
      ...pairedSums(loaded.days, periods),
      irradiation_kwh_m2: sumOf(loaded.days, 'irradiation', periods),
      performance_ratio: ratios.map(({ ratio }) => ratio),
      faults: ratioFaults(plant, loaded.days, [{ start: null, ratio: figures.performance_ratio }, ...ratios]),
    };
  },

  async normalized({ tx, query, now }) {
    const { window: asked, resolution: finest } = windowOf({
      ...query,
      resolution: query.resolution === 'hour' ? 'day' : query.resolution,
    });
    const resolution = finest === 'hour' ? 'day' : finest;
    const question = { tx, window: asked, now: now.getTime() };
    const { context, window, loaded, origin } = await onePlant(question, query.proj_code);
    const periods = periodsOf(context.plant.time_zone, resolution, { ...window, now: now.getTime() });
    const all = await makersOf(tx, context, undefined);
    const makers = query.devices ? chosenOf(all, query.devices) : all;
    const { days } = loaded;
    const made = await loadMadeDays({ tx, now: now.getTime(), context, days, all, makers });
    const unit = unitOf(makers);
    const results = makers.map((maker) =>
      normalizedOf(maker, made.get(maker.device_id) ?? [], { unit, periods }),
    );
    const answered = { ...instantsOf(window), resolution, ts: instants(periods.ts), unit };
    return { ...origin, ...answered, count: results.length, results };
  },

  async waterfall({ tx, query, now }) {
    const { window: asked } = windowOf({ ...query, resolution: 'day' });
    const question = { tx, window: asked, now: now.getTime() };
    const { context, window } = await findPlant(question, query.proj_code);
    const loaded =
      (await withoutHours({ ...question, window }, [context])).get(context.plant.plant_id) ?? noDays();
    const fine = resolutionFor(window.end - window.start);
    const resolution = fine === 'hour' ? 'day' : fine;
    const periods = periodsOf(context.plant.time_zone, resolution, { ...window, now: now.getTime() });
    const groups = daysByPeriod(loaded.days, startIn(context), periods);
    const isKnown = (days: typeof loaded.days) => days.some((day) => day.missing_hours < day.sun_hours);
    const [first, last] = [loaded.days[0], loaded.days.at(-1)];
    const span = { from: first?.day ?? '9999-12-30', to: last?.day ?? '0001-01-02' };
    const recorded = await recordedLosses(tx, { plant_id: context.plant.plant_id, ...span });
    const present = (days: typeof loaded.days) =>
      waterfall(addSums(days), addRecorded(recorded, days)).map((bar) => ({
        ...bar,
        recorded: bar.kwh !== null,
        parts: [...bar.parts],
      }));
    return {
      ...(await originOf(tx, { context, loaded })),
      ...instantsOf(window),
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
});

import type { Compare } from '../../../../shared/web/charts/choice.model.ts';
import type { ChartDefinition, ChartedSeries } from '../../saved-charts.contract.ts';
import { boardKey, CHOSEN_AGGREGATES, type ChartState } from '../chart/board-search.public.ts';
import type { Drawable } from '../chart/drawables.public.ts';

function compareOf(compare: ChartDefinition['compare']): Compare | undefined {
  if (!compare) return undefined;
  const { with: what, proj_code } = compare;
  if (what !== 'plant') return { with: what };
  return proj_code === undefined ? undefined : { with: what, proj_code };
}

/** A saved chart as the workbench holds it. */
export function stateOf(definition: ChartDefinition): ChartState {
  const { series, span, date, to, last, resolution, aggregate, compare } = definition;
  return {
    keys: series.map(boardKey),
    hidden: series.filter((one) => one.hidden).map(boardKey),
    choice: { span, date, to, last },
    step: resolution === 'auto' ? undefined : resolution,
    aggregate: CHOSEN_AGGREGATES.find((one) => one === aggregate),
    compare: compareOf(compare),
  };
}

/** The chart as it is saved: of what the address names, that which is drawn. */
export function definitionOf(state: ChartState, drawn: readonly Drawable[]): ChartDefinition {
  const { hidden, choice, step, aggregate, compare } = state;
  const series: ChartedSeries[] = drawn.map(({ key, proj_code, device_id, name }) => ({
    proj_code,
    device_id,
    name,
    hidden: hidden.includes(key),
  }));
  const { span, date, to, last } = choice;
  return {
    series,
    span,
    ...(date && span !== 'last' ? { date } : {}),
    ...(to && span === 'free' ? { to } : {}),
    ...(last && span === 'last' ? { last } : {}),
    resolution: step ?? 'auto',
    ...(aggregate ? { aggregate } : {}),
    ...(compare ? { compare } : {}),
  };
}

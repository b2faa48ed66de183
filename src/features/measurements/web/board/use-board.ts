import { useMemo } from 'react';
import { useCall } from '../../../../shared/web/api/use-call.ts';
import { useGroups } from '../../../../shared/web/charts/group-words.tsx';
import { withinUnits } from '../../../../shared/web/charts/unit-guard.model.ts';
import { type OpenedChart, savedChartsCalls } from '../../saved-charts.contract.ts';
import { MAX_SERIES } from '../../saved-charts.model.ts';
import {
  type BoardSearch,
  type ChartState,
  searchOfState,
  stateOfSearch,
} from '../chart/board-search.public.ts';
import { stateOf } from './definition.model.ts';
import { choicesOf, type Item } from './tree.model.ts';

const EMPTY: BoardSearch = { vars: '' };

/** Everything that can be drawn in the active company. */
export const useSeriesTree = () => useCall(savedChartsCalls.seriesTree, {}, { staleTime: 5 * 60_000 });

/** What can be chosen in the active company, and how asking for it stands. */
export function useChoices() {
  const { data, error, dataUpdatedAt, refetch } = useSeriesTree();
  const { nameOf } = useGroups(data?.groups);
  const choices = useMemo(() => data && choicesOf(data, nameOf), [data, nameOf]);
  return { data: choices, error, dataUpdatedAt, refetch };
}

/** The chart on screen: the address's, else the saved one, else none. */
export function chartOf(search: BoardSearch, saved: OpenedChart | undefined): ChartState {
  if (search.vars !== undefined || !saved) return stateOfSearch({ ...EMPTY, ...search });
  return stateOf(saved.definition);
}

const words = (state: ChartState): string => JSON.stringify(searchOfState(state));

/** Whether the chart on screen differs from the saved one. */
export const differs = (state: ChartState, saved: OpenedChart | undefined): boolean =>
  saved !== undefined && words(state) !== words(stateOf(saved.definition));

export interface Drawn {
  items: Item[];
  /** Named by the chart, and not there for this person. */
  missing: number;
  tooManyUnits: boolean;
}

/** What of a chart can be drawn here: what exists for this person, in at most four units of measure. */
export function drawnOf(state: ChartState, byKey: ReadonlyMap<string, Item>): Drawn {
  const known = state.keys.flatMap((key) => byKey.get(key) ?? []);
  const items = withinUnits(known.slice(0, MAX_SERIES));
  return { items, missing: state.keys.length - known.length, tooManyUnits: items.length < known.length };
}

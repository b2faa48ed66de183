import type { ReactNode } from 'react';
import type { Choice } from '../../../../shared/web/charts/choice.model.ts';
import type { ChartSeries } from '../../../../shared/web/charts/series.model.ts';
import type { TimeWindow } from '../../../../shared/web/charts/window.model.ts';
import { defineSlot } from '../../../../shared/web/feature/slot.ts';

/** Below what a plant has measured, above its devices. */
export const belowPlantChart = defineSlot<{
  proj_code: string;
  time_zone: string;
  productionType: string;
  /** The day, month or year that energy is told of; it stands in the page's address. */
  period: Choice;
  onPeriod: (period: Choice) => void;
  children?: ReactNode;
}>();

/** Within the chart of a plant's power over days: parts draw nothing, and say which lines are laid beside that of power. */
export const withinPowerChart = defineSlot<{
  proj_code: string;
  productionType: string;
  window: TimeWindow;
  /** The id of the line of power. */
  beside: string;
  onSeries: (series: readonly ChartSeries[]) => void;
  children?: ReactNode;
}>();

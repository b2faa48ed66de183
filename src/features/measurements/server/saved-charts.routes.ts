import type { Handlers } from '../../../shared/server/http/mount.ts';
import type { savedChartsCalls } from '../saved-charts.contract.ts';
import { changeChart, createChart, listSavedCharts, openChart, removeChart } from './saved-charts.service.ts';
import { readSeriesTree } from './series-tree.repository.ts';

/** Calls of saved charts, and of what can be drawn in them. */
export const savedChartsHandlers: Handlers<typeof savedChartsCalls> = {
  list: ({ tx }) => listSavedCharts(tx),
  get: ({ tx, params }) => openChart(tx, params.id),
  create: ({ tx, body }) => createChart(tx, body),
  update: ({ tx, params, body }) => changeChart(tx, params.id, body),
  remove: ({ tx, params }) => removeChart(tx, params.id),
  seriesTree: ({ tx }) => readSeriesTree(tx),
};

import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import type { savedChartsCalls } from '../saved-charts.contract.ts';
import { changeChart, createChart, listSavedCharts, openChart, removeChart } from './saved-charts.service.ts';
import { readSeriesTree } from './series-tree.repository.ts';

/** Every call of saved charts, and what can be drawn in them. */
export function savedChartsHandlers({ pool }: { pool: pg.Pool }): Handlers<typeof savedChartsCalls> {
  return {
    list: ({ scope }) => inScope(pool, scope, listSavedCharts, 'read only'),
    get: ({ scope, params }) => inScope(pool, scope, (tx) => openChart(tx, params.id), 'read only'),
    create: ({ scope, body }) => inScope(pool, scope, (tx) => createChart(tx, body)),
    update: ({ scope, params, body }) => inScope(pool, scope, (tx) => changeChart(tx, params.id, body)),
    async remove({ scope, params }) {
      await inScope(pool, scope, (tx) => removeChart(tx, params.id));
      return undefined;
    },
    seriesTree: ({ scope }) => inScope(pool, scope, readSeriesTree, 'read only'),
  };
}

import type pg from 'pg';
import type { Handlers } from '../../../shared/server/http/mount.ts';
import { inScope } from '../../../shared/server/tenancy.ts';
import { cardOf, isOfToday } from '../card.model.ts';
import type { overviewCalls } from '../overview.contract.ts';
import { plantDay } from '../plant-day.model.ts';
import { lineUntilNow, QUARTER_MS } from '../quarters.model.ts';
import { listLivePlants, listSparks, type SparkRow } from './overview.repository.ts';
import { getPlantOverview } from './plant-overview.ts';

const MAX_SPARKS = 200;

function presentSpark(row: SparkRow, now: number) {
  const today = plantDay(row.time_zone, now);
  const ended = isOfToday(row, now) ? row.spark_kw : [];
  return {
    code: row.proj_code,
    start_at: new Date(today.start).toISOString(),
    step_s: QUARTER_MS / 1000,
    power_kw: lineUntilNow(ended, row.power_kw, today, now),
  };
}

export function overviewHandlers(deps: { pool: pg.Pool; now: () => Date }): Handlers<typeof overviewCalls> {
  const { pool } = deps;
  const now = () => deps.now().getTime();
  return {
    async cards({ scope, query }) {
      const plants = await inScope(pool, scope, (tx) => listLivePlants(tx, query.codes), 'read only');
      const at = now();
      return plants.map((plant) => cardOf(plant, at));
    },
    async dashboardData({ scope, query }) {
      const rows = await inScope(pool, scope, (tx) => listSparks(tx, MAX_SPARKS, query.codes), 'read only');
      const at = now();
      return rows.map((row) => presentSpark(row, at));
    },
    plantOverview: ({ scope, params }) =>
      inScope(pool, scope, (tx) => getPlantOverview(tx, params.proj_code, now()), 'read only'),
  };
}

import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as forecast from './forecast.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import { startExpectedDayKeeper } from './server/expected-day-keeper.ts';
import { type ForecastDeps, forecastHandlers } from './server/forecast.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { typicalYearsHandlers } from './server/typical-years.routes.ts';
import * as typicalYears from './typical-years.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    forecast: typeof auditEn;
  }
}

/** What plants should have made: expected energy, performance, and where the rest was lost. */
export const forecastFeature = defineFeature({
  name: 'forecast',
  tables: ['expected_day', 'typical_year'],
  calls: { forecast: forecast.forecastCalls, typicalYears: typicalYears.typicalYearsCalls },
  handlers: (services: Services & ForecastDeps) => ({
    forecast: forecastHandlers(services),
    typicalYears: typicalYearsHandlers,
  }),
  schemas: { forecast, typicalYears },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: {
      typical_year: '(select x.name from plants.plant x where x.company_id = $1 and x.proj_code = a.target)',
    },
  },
  background: async (services: WorkerServices) => [startExpectedDayKeeper(services)],
});

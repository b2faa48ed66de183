import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as ingestion from './ingestion.contract.ts';
import * as measurements from './measurements.contract.ts';
import * as mqttCredentials from './mqtt-credentials.contract.ts';
import * as readingMarks from './reading-marks.contract.ts';
import * as savedCharts from './saved-charts.contract.ts';
import * as series from './series.contract.ts';
import { measurementsTargets } from './server/audit-targets.repository.ts';
import { startDayRowUpdater } from './server/day-row-updater.ts';
import { removeOldWork } from './server/housekeeping.repository.ts';
import { ImportWorker } from './server/import-job.ts';
import { importQueue } from './server/import-queue.ts';
import { ingestionHandlers } from './server/ingest.routes.ts';
import { measurementsMade } from './server/made.public.ts';
import { type MeasurementsDeps, measurementsHandlers } from './server/measurements.routes.ts';
import { mqttCredentialsHandlers } from './server/mqtt-credentials.routes.ts';
import { readingMarksHandlers } from './server/reading-marks.routes.ts';
import type { ReadingWriter } from './server/reading-writer.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { removeOldRefused } from './server/refused.repository.ts';
import { letOldReadingsGo } from './server/retention.ts';
import { savedChartsHandlers } from './server/saved-charts.routes.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    measurements: typeof auditEn;
  }
}

type Work = WorkerServices & { readonly writer: ReadingWriter };

/** Readings: how they come in, how long they stay, charts of them. */
export const measurementsFeature = defineFeature({
  name: 'measurements',
  tables: [
    'counter_event',
    'import_file',
    'mqtt_credential',
    'obs',
    'obs_day',
    'obs_dirty',
    'obs_figures',
    'obs_last',
    'obs_month',
    'obs_stretch',
    'obs_year',
    'progress',
    'reading_mark',
    'refused_reading',
    'saved_chart',
  ],
  calls: {
    measurements: { ...measurements.measurementsCalls, ...ingestion.ingestionCalls },
    readingMarks: readingMarks.readingMarksCalls,
    charts: savedCharts.savedChartsCalls,
    mqttCredentials: mqttCredentials.mqttCredentialsCalls,
  },
  handlers: (services: Services & Pick<MeasurementsDeps, 'queryWorkers'>) => ({
    measurements: { ...measurementsHandlers(services), ...ingestionHandlers(services) },
    readingMarks: readingMarksHandlers,
    charts: savedChartsHandlers,
    mqttCredentials: mqttCredentialsHandlers({ pool: services.pool, mqtt: services.config.mqtt }),
  }),
  schemas: { measurements, mqttCredentials, readingMarks, savedCharts, series, waysIn: ingestion },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: measurementsTargets },
  made: measurementsMade,
  jobs: [
    worksOn(importQueue, (services: Work) => {
      const imports = new ImportWorker(services);
      return (job, attempt) => imports.perform(job, attempt);
    }),
  ],
  background: async (services: Work) => [startDayRowUpdater(services)],
  housekeeping: {
    async company(tx) {
      await removeOldWork(tx);
      await removeOldRefused(tx);
    },
    companyAlone: (pool, company_id) => letOldReadingsGo(pool, company_id, new Date()),
  },
});

import { defineFeature, type Services } from '../../shared/server/feature.ts';
import * as ingestion from './ingestion.contract.ts';
import * as measurements from './measurements.contract.ts';
import * as mqttCredentials from './mqtt-credentials.contract.ts';
import * as readingMarks from './reading-marks.contract.ts';
import * as savedCharts from './saved-charts.contract.ts';
import * as series from './series.contract.ts';
import { ingestionHandlers } from './server/ingest.routes.ts';
import { measurementsMade } from './server/made.public.ts';
import { type MeasurementsDeps, measurementsHandlers } from './server/measurements.routes.ts';
import { mqttCredentialsHandlers } from './server/mqtt-credentials.routes.ts';
import { readingMarksHandlers } from './server/reading-marks.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { savedChartsHandlers } from './server/saved-charts.routes.ts';

/** Readings: how they come in, how long they stay, charts of them. */
export const measurementsFeature = defineFeature({
  name: 'measurements',
  calls: {
    measurements: { ...measurements.measurementsCalls, ...ingestion.ingestionCalls },
    readingMarks: readingMarks.readingMarksCalls,
    charts: savedCharts.savedChartsCalls,
    mqttCredentials: mqttCredentials.mqttCredentialsCalls,
  },
  handlers: (services: Services & Pick<MeasurementsDeps, 'queryWorkers'>) => ({
    measurements: { ...measurementsHandlers(services), ...ingestionHandlers(services) },
    readingMarks: readingMarksHandlers(services),
    charts: savedChartsHandlers(services),
    mqttCredentials: mqttCredentialsHandlers({ pool: services.pool, mqtt: services.config.mqtt }),
  }),
  schemas: { measurements, mqttCredentials, readingMarks, savedCharts, series, waysIn: ingestion },
  refusals,
  made: measurementsMade,
});

import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as bulk from './bulk.contract.ts';
import * as calculations from './calculations.contract.ts';
import * as catalogue from './catalogue.contract.ts';
import * as changes from './changes.contract.ts';
import * as configuration from './configuration.contract.ts';
import * as configured from './configured.contract.ts';
import * as fieldTools from './field-tools.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as newest from './latest-values.contract.ts';
import * as maps from './maps.contract.ts';
import { cloudcontrolTargets } from './server/audit-targets.repository.ts';
import { type CalcUpdaterDeps, startCalculationUpdater } from './server/calc-updater.ts';
import { calculationsHandlers } from './server/calculations.routes.ts';
import { catalogueHandlers } from './server/catalogue.routes.ts';
import { bulkHandlers, changesHandlers } from './server/changes.routes.ts';
import { configurationHandlers } from './server/configuration.routes.ts';
import { removeOldCounts } from './server/field-measure.repository.ts';
import { tidyTasks } from './server/field-tasks.repository.ts';
import { fieldToolsHandlers } from './server/field-tasks.routes.ts';
import { latestHandlers } from './server/latest-values.routes.ts';
import { mapsHandlers } from './server/maps.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { templatesHandlers } from './server/templates.routes.ts';
import { deviceBinHandlers, versionsHandlers } from './server/versions.routes.ts';
import * as templateFields from './template-fields.contract.ts';
import * as templates from './templates.contract.ts';
import * as versions from './versions.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    cloudcontrol: typeof auditEn;
  }
}

/** Configuration of what is polled: ports, devices, registers, templates, calculations, tests of the field. */
export const cloudcontrolFeature = defineFeature({
  name: 'cloudcontrol',
  tables: ['calc_due', 'calc_group', 'calc_group_input', 'device_template', 'field_asked', 'field_task'],
  calls: {
    catalogue: catalogue.catalogueCalls,
    configuration: configuration.configurationCalls,
    configuring: changes.changesCalls,
    bulk: bulk.bulkCalls,
    versions: versions.versionsCalls,
    deviceBin: versions.deviceBinCalls,
    calculations: calculations.calculationsCalls,
    templates: templates.templatesCalls,
    newest: newest.latestCalls,
    maps: maps.mapsCalls,
    fieldTools: fieldTools.fieldToolsCalls,
  },
  handlers: (services: Services) => ({
    catalogue: catalogueHandlers,
    configuration: configurationHandlers,
    configuring: changesHandlers,
    bulk: bulkHandlers,
    versions: versionsHandlers,
    deviceBin: deviceBinHandlers(services),
    calculations: calculationsHandlers(services),
    templates: templatesHandlers,
    newest: latestHandlers,
    maps: mapsHandlers(services),
    fieldTools: fieldToolsHandlers(services),
  }),
  schemas: {
    bulk,
    calculations,
    catalogue,
    changes,
    configuration,
    configured,
    fieldTools,
    maps,
    newest,
    templateFields,
    templates,
    versions,
  },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: cloudcontrolTargets },
  background: async ({
    writer,
    ...services
  }: WorkerServices & { readonly writer: Pick<CalcUpdaterDeps, 'write'> }) => [
    await startCalculationUpdater({ ...services, write: (scope, rows) => writer.write(scope, rows) }),
  ],
  housekeeping: { installation: ({ pool }) => removeOldCounts(pool), company: tidyTasks },
});

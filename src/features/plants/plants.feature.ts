import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import * as deviceFields from './device-fields.contract.ts';
import { deviceNotesCalls } from './device-notes.contract.ts';
import * as devices from './devices.contract.ts';
import * as documents from './documents.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as masterData from './master-data.contract.ts';
import * as plants from './plants.contract.ts';
import * as sections from './sections.contract.ts';
import { plantsTargets } from './server/audit-targets.repository.ts';
import { goOnRemoving, performRemoval } from './server/bin.public.ts';
import { deviceNotes } from './server/device-notes.ts';
import { devicesHandlers } from './server/devices.routes.ts';
import { documentsHandlers } from './server/documents.routes.ts';
import { masterDataHandlers } from './server/master-data.routes.ts';
import type { PlantsDeps } from './server/plant-weather.public.ts';
import { insertCatalogue } from './server/plants.repository.ts';
import { plantsHandlers } from './server/plants.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { removalQueue } from './server/removal-queue.ts';
import { sectionsHandlers } from './server/sections.routes.ts';
import * as variableNames from './variable-names.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    plants: typeof auditEn;
  }
}

/** Master data: plants, ports, devices and their variables. */
export const plantsFeature = defineFeature({
  name: 'plants',
  tables: [
    'configuration_version',
    'device',
    'device_attribute',
    'device_category',
    'device_tag',
    'plant',
    'plant_document',
    'plant_master_data',
    'plant_section',
    'port',
    'tag',
    'variable',
    'variable_group',
    'variable_name',
  ],
  calls: {
    plants: {
      ...plants.plantsCalls,
      ...variableNames.variableNamesCalls,
      ...sections.sectionsCalls,
      ...masterData.masterDataCalls,
    },
    devices: devices.devicesCalls,
    deviceNotes: deviceNotesCalls,
    plantDocuments: documents.documentsCalls,
  },
  handlers: (services: Services & PlantsDeps) => ({
    plants: { ...plantsHandlers(services), ...sectionsHandlers, ...masterDataHandlers },
    devices: devicesHandlers,
    deviceNotes: deviceNotes.handlers(services),
    plantDocuments: documentsHandlers(services),
  }),
  notifications: deviceNotes.notifications,
  schemas: { deviceFields, devices, documents, masterData, plants, sections, variableNames },
  refusals,
  seed: insertCatalogue,
  audit: { words: { en: auditEn, it: auditIt }, targets: plantsTargets },
  jobs: [
    worksOn(
      removalQueue,
      ({ pool }: WorkerServices) =>
        (job) =>
          performRemoval(pool, job),
    ),
  ],
  housekeeping: { companyAlone: goOnRemoving },
});

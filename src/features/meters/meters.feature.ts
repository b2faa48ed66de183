import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import * as meterComparisons from './comparison.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as meters from './meters.contract.ts';
import * as meterRegister from './register.contract.ts';
import { judgeOfJob } from './server/judge-meters.ts';
import { judgeMetersQueue } from './server/judge-queue.ts';
import {
  energyMetersHandlers,
  meterComparisonsHandlers,
  meterRegisterHandlers,
} from './server/meters.routes.ts';
import { readMetersEverywhere } from './server/midnight-readings.ts';
import { removeUnusedPhotos } from './server/photos.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    meters: typeof auditEn;
  }
}

/** Energy meters, and the register of their readings, which is only added to. */
export const metersFeature = defineFeature({
  name: 'meters',
  tables: ['energy_meter', 'energy_meter_reading', 'energy_meter_statement', 'energy_meter_difference'],
  calls: {
    energyMeters: meters.energyMetersCalls,
    meterRegister: meterRegister.meterRegisterCalls,
    meterComparisons: meterComparisons.meterComparisonsCalls,
  },
  handlers: (services: Services & Parameters<typeof meterComparisonsHandlers>[0]) => ({
    energyMeters: energyMetersHandlers(services),
    meterRegister: meterRegisterHandlers(services),
    meterComparisons: meterComparisonsHandlers(services),
  }),
  schemas: { meters, meterRegister, meterComparisons },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { energy_meter: nameById('energy_meter', 'x.serial_number') },
  },
  jobs: [worksOn(judgeMetersQueue, (services: WorkerServices) => judgeOfJob(services))],
  housekeeping: { installation: readMetersEverywhere, company: removeUnusedPhotos },
});

import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as meters from './meters.contract.ts';
import * as meterRegister from './register.contract.ts';
import { energyMetersHandlers, meterRegisterHandlers } from './server/meters.routes.ts';
import { readMetersEverywhere } from './server/midnight-readings.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    meters: typeof auditEn;
  }
}

/** Energy meters, and the register of their readings, which is only added to. */
export const metersFeature = defineFeature({
  name: 'meters',
  tables: ['energy_meter', 'energy_meter_reading'],
  calls: { energyMeters: meters.energyMetersCalls, meterRegister: meterRegister.meterRegisterCalls },
  handlers: (_: Services) => ({ energyMeters: energyMetersHandlers, meterRegister: meterRegisterHandlers }),
  schemas: { meters, meterRegister },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { energy_meter: nameById('energy_meter', 'x.serial_number') },
  },
  housekeeping: { installation: readMetersEverywhere },
});

import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as availability from './availability.contract.ts';
import * as guarantees from './guarantees.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as rgi from './rgi.contract.ts';
import { startAvailabilityDayKeeper } from './server/availability-day-keeper.ts';
import { guaranteeChanged } from './server/guarantee-notifications.ts';
import { guaranteesHandlers } from './server/guarantees.service.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { availabilityHandlers, rgiHandlers } from './server/rgi.routes.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    rgi: typeof auditEn;
  }
}

/** The calendar of working and non-working periods of plants, and how available they were. */
export const rgiFeature = defineFeature({
  name: 'rgi',
  tables: ['rgi', 'rgi_item', 'availability_guarantee', 'availability_day', 'availability_setting'],
  calls: {
    rgi: rgi.rgiCalls,
    availability: availability.availabilityCalls,
    guarantees: guarantees.guaranteesCalls,
  },
  handlers: (_: Services) => ({
    rgi: rgiHandlers,
    availability: availabilityHandlers,
    guarantees: guaranteesHandlers,
  }),
  notifications: [guaranteeChanged],
  schemas: { rgi, availability, guarantees },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: {
      rgi: nameById('rgi', 'x.name'),
      guarantee: nameById('availability_guarantee', 'x.name'),
    },
  },
  background: async (services: WorkerServices) => startAvailabilityDayKeeper(services),
});

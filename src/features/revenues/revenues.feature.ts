import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as revenues from './revenues.contract.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { revenuesHandlers } from './server/revenues.ts';
import { tariffsHandlers } from './server/tariffs.service.ts';
import * as tariffs from './tariffs.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    revenues: typeof auditEn;
  }
}

/** How energy of plants is paid, and what they earn by it. */
export const revenuesFeature = defineFeature({
  name: 'revenues',
  tables: ['tariff'],
  calls: { revenues: revenues.revenuesCalls, tariffs: tariffs.tariffsCalls },
  handlers: (_: Services) => ({ revenues: revenuesHandlers, tariffs: tariffsHandlers }),
  schemas: { revenues, tariffs },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: { tariff: nameById('tariff', 'x.name') } },
});

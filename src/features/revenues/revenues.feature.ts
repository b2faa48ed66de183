import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as budget from './budget.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as payments from './payments.contract.ts';
import * as revenues from './revenues.contract.ts';
import { budgetHandlers } from './server/budget.service.ts';
import { receivedPaymentsHandlers } from './server/payments.service.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { startRevenueDayKeeper } from './server/revenue-day-keeper.ts';
import { revenuesHandlers } from './server/revenues.ts';
import { tariffsHandlers } from './server/tariffs.service.ts';
import * as tariffs from './tariffs.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    revenues: typeof auditEn;
  }
}

const plantByCode = '(select x.name from plants.plant x where x.company_id = $1 and x.proj_code = a.target)';

/** How energy of plants is paid, what they earn by it, and what of that came. */
export const revenuesFeature = defineFeature({
  name: 'revenues',
  tables: ['tariff', 'received_payment', 'plant_budget', 'revenue_day'],
  calls: {
    revenues: revenues.revenuesCalls,
    tariffs: tariffs.tariffsCalls,
    receivedPayments: payments.receivedPaymentsCalls,
    budget: budget.budgetCalls,
  },
  handlers: (services: Services & Parameters<typeof revenuesHandlers>[0]) => ({
    revenues: revenuesHandlers(services),
    tariffs: tariffsHandlers,
    receivedPayments: receivedPaymentsHandlers(services),
    budget: budgetHandlers(services),
  }),
  schemas: { revenues, tariffs, payments, budget },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: {
      tariff: nameById('tariff', 'x.name'),
      payment: nameById('received_payment', 'left(x.month::text, 7)'),
      payment_import: plantByCode,
      budget: plantByCode,
    },
  },
  background: async (services: WorkerServices) => [startRevenueDayKeeper(services)],
});

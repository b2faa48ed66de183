import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import { scopeOfWork } from '../../shared/server/tenancy.ts';
import * as downtimeCauses from './downtime-causes.contract.ts';
import * as downtimes from './downtimes.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as k451Settings from './k451-settings.contract.ts';
import { insertDefaultCauses } from './server/causes.repository.ts';
import { downtimeCausesHandlers } from './server/causes.routes.ts';
import { downtimesOf } from './server/downtime-book.ts';
import { countDue, startDowntimeKeeper } from './server/downtime-keeper.ts';
import { downtimeNotes } from './server/downtime-notes.ts';
import { downtimesHandlers } from './server/downtimes.routes.ts';
import { k451SettingsHandlers } from './server/k451.routes.ts';
import { lossQueue } from './server/loss-queue.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { searchPlant } from './server/search-plants.ts';
import { searchQueue } from './server/search-queue.ts';
import { suggestionsHandlers } from './server/suggestions.routes.ts';
import { startTariffWatch } from './server/tariff-watch.ts';
import * as suggestions from './suggestions.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    downtimes: typeof auditEn;
  }
}

/** What stood still, since when, why, and what it cost; and what may have. */
export const downtimesFeature = defineFeature({
  name: 'downtimes',
  tables: [
    'downtime',
    'downtime_alarm',
    'downtime_cause',
    'downtime_day',
    'downtime_device',
    'downtime_scan',
    'downtime_suggestion',
    'k451_setting',
  ],
  calls: {
    downtimes: downtimes.downtimesCalls,
    downtimeNotes: downtimes.downtimeNotesCalls,
    downtimeSuggestions: suggestions.suggestionsCalls,
    downtimeCauses: downtimeCauses.downtimeCausesCalls,
    k451Settings: k451Settings.k451SettingsCalls,
  },
  handlers: (services: Services) => {
    const book = downtimesOf(services);
    return {
      downtimes: downtimesHandlers(book),
      downtimeNotes: downtimeNotes.handlers(services),
      downtimeSuggestions: suggestionsHandlers({ downtimes: book, jobs: services.jobs }),
      downtimeCauses: downtimeCausesHandlers,
      k451Settings: k451SettingsHandlers,
    };
  },
  notifications: downtimeNotes.notifications,
  schemas: { downtimes, downtimeCauses, suggestions, k451Settings },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { downtime_cause: nameById('downtime_cause', 'x.name') },
  },
  jobs: [
    worksOn(lossQueue, ({ pool, log, now, ending }: WorkerServices) => async ({ company_id }) => {
      await countDue({ pool, log, now, isStopped: () => ending.aborted }, company_id);
    }),
    worksOn(searchQueue, ({ pool, now, ending }: WorkerServices) => async ({ company_id, ...asked }) => {
      const work = { pool, scope: scopeOfWork(company_id), now: now(), isStopped: () => ending.aborted };
      await searchPlant(work, asked);
    }),
  ],
  background: async (services: WorkerServices) => [
    await startDowntimeKeeper(services),
    await startTariffWatch(services),
  ],
  seed: insertDefaultCauses,
});

import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import * as family from './family.contract.ts';
import * as groups from './groups.contract.ts';
import * as devices from './home-devices.contract.ts';
import * as energies from './home-energies.contract.ts';
import * as homes from './homes.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as places from './places.contract.ts';
import * as projects from './projects.contract.ts';
import { residentialCalls } from './residential.contract.ts';
import * as fields from './residential-fields.contract.ts';
import type { CloudKeeperDeps } from './server/clouds/cloud-keeper.ts';
import { startCloudKeeper } from './server/clouds/start-cloud-keeper.ts';
import { familyHandlers } from './server/family.routes.ts';
import { startHomeDayKeeper } from './server/home-day-keeper.ts';
import { letHomeReadingsGo } from './server/home-retention.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { type HomeServices, residentialHandlers } from './server/residential.routes.ts';
import * as settings from './settings.contract.ts';
import * as storage from './storage.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    residential: typeof auditEn;
  }
}

/** Homes: plants that families live in, how they send, what they make, use and save. */
export const residentialFeature = defineFeature({
  name: 'residential',
  tables: [
    'cloud_company',
    'cloud_vendor',
    'home',
    'home_cloud_site',
    'home_day',
    'home_group_day',
    'residential_project',
    'residential_setting',
  ],
  calls: { residential: residentialCalls, residentialFamily: family.familyCalls },
  handlers: ({ config, jobs, homeThreads }: Services & HomeServices) => ({
    residential: residentialHandlers({ homeThreads }),
    residentialFamily: familyHandlers({ publicUrl: config.publicUrl, jobs }),
  }),
  schemas: { fields, homes, devices, groups, energies, projects, family, storage, places, settings },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: {
      home: '(select x.name from plants.plant x where x.company_id = $1 and x.proj_code = a.target)',
      residential_project: nameById('residential_project', 'x.name'),
    },
  },
  background: async (services: WorkerServices & Pick<CloudKeeperDeps, 'writer'>) => [
    await startHomeDayKeeper(services),
    startCloudKeeper(services),
  ],
  housekeeping: { companyAlone: (pool, company_id) => letHomeReadingsGo(pool, company_id, new Date()) },
});

import { defineFeature, type Services } from '../../shared/server/feature.ts';
import * as audit from './audit.contract.ts';
import * as companies from './companies.contract.ts';
import * as companiesModel from './companies.model.ts';
import * as companyLogo from './company-logo.contract.ts';
import * as companyUsers from './company-users.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import { companiesTargets } from './server/audit-targets.repository.ts';
import { type CompaniesDeps, companiesHandlers } from './server/companies.routes.ts';
import { removeOldInvitations } from './server/invitations.repository.ts';
import { companyMade } from './server/made.public.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    companies: typeof auditEn;
  }
}

/** Companies, their members, invitations, keys and audit. */
export const companiesFeature = defineFeature({
  name: 'companies',
  tables: [
    'api_key',
    'company',
    'company_logo',
    'company_user',
    'company_user_plant',
    'invitation',
    'invitation_plant',
  ],
  calls: { companies: companies.companiesCalls },
  handlers: ({
    config: { publicUrl, providerName },
    mailer,
    ...services
  }: Services & Pick<CompaniesDeps, 'seed' | 'devices'>) => ({
    companies: companiesHandlers({ ...services, jobs: mailer, publicUrl, providerName }),
  }),
  schemas: { audit, companies, companiesModel, companyLogo, companyUsers },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: companiesTargets },
  made: companyMade,
  housekeeping: { company: removeOldInvitations },
});

import { nameById } from '../../shared/server/audit-register.ts';
import { defineFeature, type Services } from '../../shared/server/feature.ts';
import { type WorkerServices, worksOn } from '../../shared/server/feature-work.ts';
import * as accounts from './accounts.contract.ts';
import * as community from './community.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as imports from './imports.contract.ts';
import * as measured from './measured.contract.ts';
import * as memberStatements from './member-statements.contract.ts';
import * as parameters from './parameters.contract.ts';
import * as payments from './payments.contract.ts';
import * as results from './results.contract.ts';
import { communityHandlers, simulationsHandlers } from './server/community.routes.ts';
import { mailingQueue } from './server/mailing-queue.ts';
import { settleMails } from './server/mailings.ts';
import { measuredHandlers } from './server/measured.routes.ts';
import { memberStatementsHandlers } from './server/member-statements.ts';
import { paymentsHandlers } from './server/payments.ts';
import { performMailing } from './server/perform-mailing.ts';
import { performRun } from './server/perform-run.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { runQueue } from './server/run-queue.ts';
import { removeOldRuns } from './server/runs.repository.ts';
import { statementFilesHandlers } from './server/statement-files.ts';
import { statementsHandlers } from './server/statements.ts';
import { whatIfHandlers } from './server/what-if.routes.ts';
import * as simulations from './simulations.contract.ts';
import { statementFilesCalls } from './statement-files.contract.ts';
import * as statements from './statements.contract.ts';
import * as whatIf from './what-if.contract.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    community: typeof auditEn;
  }
}

/** Energy communities: who belongs to them, what they share and earn, and simulations of it. */
export const communityFeature = defineFeature({
  name: 'community',
  tables: [
    'community',
    'community_hours',
    'community_mailing',
    'community_member',
    'community_plant',
    'community_pod',
    'community_statement',
    'community_statement_name',
    'community_statement_reseal',
    'simulation',
    'simulation_member',
    'simulation_run',
    'simulation_step',
  ],
  calls: {
    community: community.communityCalls,
    measured: measured.measuredCalls,
    simulations: simulations.simulationsCalls,
    statements: statements.statementsCalls,
    statementFiles: statementFilesCalls,
    memberStatements: memberStatements.memberStatementsCalls,
    payments: payments.paymentsCalls,
    whatIf: whatIf.whatIfCalls,
  },
  handlers: (services: Services & Parameters<typeof statementsHandlers>[0]) => ({
    community: communityHandlers(services),
    measured: measuredHandlers(services),
    simulations: simulationsHandlers(services),
    statements: statementsHandlers(services),
    statementFiles: statementFilesHandlers(services),
    memberStatements: memberStatementsHandlers(services),
    payments: paymentsHandlers(services),
    whatIf: whatIfHandlers(services),
  }),
  schemas: {
    accounts,
    community,
    imports,
    measured,
    memberStatements,
    parameters,
    payments,
    results,
    simulations,
    statements,
    whatIf,
  },
  refusals,
  audit: {
    words: { en: auditEn, it: auditIt },
    targets: { community: nameById('community', 'x.name') },
  },
  jobs: [
    worksOn(runQueue, ({ pool, log, now, ending }: WorkerServices) => async (job, { last }) => {
      await performRun({ pool, log, now, ending }, job, last);
    }),
    worksOn(mailingQueue, ({ pool, mailer, config, now, ending }: WorkerServices) => {
      const work = { pool, mailer, publicUrl: config.publicUrl, now, ending };
      return (job) => performMailing(work, job);
    }),
  ],
  housekeeping: {
    async company(tx) {
      await removeOldRuns(tx);
      await settleMails(tx);
    },
  },
});

import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import { interventionsOf } from '../downtimes/server/intervention.public.ts';
import * as fieldMode from './field-mode.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as maintenanceFigures from './maintenance-figures.contract.ts';
import * as maintenancePlans from './maintenance-plans.contract.ts';
import * as maintenanceReports from './maintenance-reports.contract.ts';
import * as maintenanceRequests from './maintenance-requests.contract.ts';
import * as maintenanceTypes from './maintenance-types.contract.ts';
import * as outsideFirms from './outside-firms.contract.ts';
import * as outsideRequests from './outside-requests.contract.ts';
import { maintenanceTargets } from './server/audit-targets.repository.ts';
import { fieldModeHandlers } from './server/field-mode.ts';
import { maintenanceFiguresHandlers } from './server/figures.ts';
import { checklistTemplatesHandlers, outsideFirmsHandlers } from './server/firms.ts';
import { outsideRequestsHandlers } from './server/outside.routes.ts';
import { followEverywhere } from './server/plan-requests.ts';
import { maintenancePlansHandlers } from './server/plans.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { reportNotes } from './server/report-notes.ts';
import { downtimeProposed } from './server/report-notifications.ts';
import { reportWorkHandlers } from './server/report-work.routes.ts';
import { reports } from './server/reports.ts';
import { requestNotes } from './server/request-notes.ts';
import { requestAssigned, requestDue, requestMoved } from './server/request-notifications.ts';
import { settleMessages } from './server/request-outbox.ts';
import { remindEverywhere } from './server/request-reminders.ts';
import { requestWorkHandlers } from './server/request-work.routes.ts';
import { createRequests } from './server/requests.ts';
import { maintenanceTypesHandlers } from './server/types.routes.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    maintenance: typeof auditEn;
  }
}

const { maintenanceReportsCalls, reportNotesCalls, reportWorkCalls } = maintenanceReports;
const { maintenanceRequestsCalls, requestNotesCalls, requestWorkCalls } = maintenanceRequests;

/** Requests of plans are made before people are reminded of what is due. */
async function everyHour(services: WorkerServices): Promise<void> {
  await followEverywhere(services);
  await remindEverywhere(services);
}

/** Maintenance of plants: requests for it, who does it, reports of what was done, and the kinds of it that a company tells apart. */
export const maintenanceFeature = defineFeature({
  name: 'maintenance',
  tables: [
    'checklist_template',
    'maintenance_plan',
    'maintenance_report',
    'maintenance_report_device',
    'maintenance_report_proposal',
    'maintenance_request',
    'maintenance_request_change',
    'maintenance_request_device',
    'maintenance_request_message',
    'maintenance_type',
    'outside_firm',
  ],
  calls: {
    maintenanceTypes: maintenanceTypes.maintenanceTypesCalls,
    maintenanceRequests: { ...maintenanceRequestsCalls, ...requestNotesCalls, ...requestWorkCalls },
    maintenanceReports: { ...maintenanceReportsCalls, ...reportNotesCalls, ...reportWorkCalls },
    outsideFirms: outsideFirms.outsideFirmsCalls,
    checklistTemplates: outsideFirms.checklistTemplatesCalls,
    outsideRequests: outsideRequests.outsideRequestsCalls,
    maintenancePlans: maintenancePlans.maintenancePlansCalls,
    maintenanceFigures: maintenanceFigures.maintenanceFiguresCalls,
    fieldMode: fieldMode.fieldModeCalls,
  },
  handlers(services: Services) {
    const interventions = interventionsOf(services);
    const deps = { ...services, publicUrl: services.config.publicUrl };
    return {
      maintenanceTypes: maintenanceTypesHandlers,
      maintenanceRequests: {
        ...createRequests(deps).handlers,
        ...requestNotes.handlers(services),
        ...requestWorkHandlers(deps),
      },
      maintenanceReports: {
        ...reports.handlers,
        ...reportNotes.handlers(services),
        ...reportWorkHandlers({ ...services, interventions }),
      },
      outsideFirms: outsideFirmsHandlers,
      checklistTemplates: checklistTemplatesHandlers,
      outsideRequests: outsideRequestsHandlers({ ...services, interventions }),
      maintenancePlans: maintenancePlansHandlers,
      maintenanceFigures: maintenanceFiguresHandlers,
      fieldMode: fieldModeHandlers,
    };
  },
  schemas: {
    fieldMode,
    maintenanceFigures,
    maintenancePlans,
    maintenanceReports,
    maintenanceRequests,
    maintenanceTypes,
    outsideFirms,
    outsideRequests,
  },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: maintenanceTargets },
  notifications: [
    requestAssigned,
    requestMoved,
    requestDue,
    requestNotes.notifications[1],
    downtimeProposed,
    reportNotes.notifications[1],
  ],
  housekeeping: { installation: everyHour, company: settleMessages },
});

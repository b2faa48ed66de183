import { defineFeature, type Services } from '../../shared/server/feature.ts';
import type { WorkerServices } from '../../shared/server/feature-work.ts';
import { maintenanceRequests } from '../maintenance/server/requests.public.ts';
import * as boxes from './boxes.contract.ts';
import * as caution from './caution.contract.ts';
import * as claims from './claims.contract.ts';
import * as controllers from './controllers.contract.ts';
import auditEn from './i18n/audit.en.json' with { type: 'json' };
import auditIt from './i18n/audit.it.json' with { type: 'json' };
import * as illPub from './ill-pub.contract.ts';
import * as lightPoints from './light-points.contract.ts';
import * as lightReports from './light-reports.contract.ts';
import * as lightingAlarms from './lighting-alarms.contract.ts';
import * as lightingFields from './lighting-fields.contract.ts';
import * as lightingReports from './lighting-reports.contract.ts';
import * as meters from './meters.contract.ts';
import * as municipalities from './municipalities.contract.ts';
import * as prices from './prices.contract.ts';
import { lightingTargets } from './server/audit-targets.repository.ts';
import { lightingAlarmsHandlers } from './server/box-alarms.routes.ts';
import { boxesHandlers } from './server/boxes.routes.ts';
import { cautionHandlers } from './server/caution.routes.ts';
import { claimsHandlers } from './server/claims.routes.ts';
import { controllersHandlers } from './server/controllers.routes.ts';
import { illPubHandlers } from './server/ill-pub.routes.ts';
import { lightPointsHandlers } from './server/light-points.routes.ts';
import { lightReportsHandlers } from './server/light-reports.routes.ts';
import { startLightingKeeper } from './server/lighting-keeper.ts';
import { lightingMetersHandlers } from './server/meters.routes.ts';
import { municipalitiesHandlers } from './server/municipalities.routes.ts';
import { pricesHandlers } from './server/prices.routes.ts';
import refusals from './server/refusals.it.json' with { type: 'json' };
import { lightingReportsHandlers } from './server/reports.routes.ts';

declare module '../../shared/server/audit.ts' {
  interface AuditAreas {
    lighting: typeof auditEn;
  }
}

/** Public lighting: municipalities, the boxes that light them, and what these are told to do. */
export const lightingFeature = defineFeature({
  name: 'lighting',
  tables: [
    'box_claim',
    'box_day',
    'box_hour',
    'box_meter',
    'box_timetable',
    'io_controller',
    'light_point',
    'light_report',
    'lighting_alarm',
    'lighting_box',
    'lighting_caution',
    'lighting_command',
    'lighting_exception',
    'lighting_sums',
    'line_day',
    'municipality',
    'municipality_settings',
    'pod_price',
    'power_line',
    'power_line_change',
  ],
  calls: {
    illPub: illPub.illPubCalls,
    lightingMunicipalities: municipalities.municipalitiesCalls,
    lightingBoxes: boxes.boxesCalls,
    lightingClaims: claims.claimsCalls,
    lightingControllers: controllers.controllersCalls,
    lightPoints: lightPoints.lightPointsCalls,
    lightReports: lightReports.lightReportsCalls,
    lightingPrices: prices.pricesCalls,
    lightingAlarms: lightingAlarms.lightingAlarmsCalls,
    lightingMeters: meters.lightingMetersCalls,
    lightingCaution: caution.cautionCalls,
    lightingReports: lightingReports.lightingReportsCalls,
  },
  handlers: ({ mailer, config }: Services) => ({
    illPub: illPubHandlers,
    lightingMunicipalities: municipalitiesHandlers,
    lightingBoxes: boxesHandlers,
    lightingClaims: claimsHandlers,
    lightingControllers: controllersHandlers,
    lightPoints: lightPointsHandlers,
    lightReports: lightReportsHandlers,
    lightingPrices: pricesHandlers,
    lightingAlarms: lightingAlarmsHandlers(maintenanceRequests({ mailer, publicUrl: config.publicUrl })),
    lightingMeters: lightingMetersHandlers,
    lightingCaution: cautionHandlers,
    lightingReports: lightingReportsHandlers(config.energy.co2KgPerKwh),
  }),
  schemas: {
    lightingAlarms,
    lightingReports,
    caution,
    meters,
    boxes,
    claims,
    controllers,
    illPub,
    lightPoints,
    lightReports,
    lightingFields,
    municipalities,
    prices,
  },
  refusals,
  audit: { words: { en: auditEn, it: auditIt }, targets: lightingTargets },
  background: async (services: WorkerServices) => [await startLightingKeeper(services)],
});

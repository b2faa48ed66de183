import { acquisitionFeature } from '../../acquisition/acquisition.feature.ts';
import { alarmsFeature } from '../../features/alarms/alarms.feature.ts';
import { cloudcontrolFeature } from '../../features/cloudcontrol/cloudcontrol.feature.ts';
import { companiesFeature } from '../../features/companies/companies.feature.ts';
import { downtimesFeature } from '../../features/downtimes/downtimes.feature.ts';
import { identityFeature } from '../../features/identity/identity.feature.ts';
import { maintenanceFeature } from '../../features/maintenance/maintenance.feature.ts';
import { measurementsFeature } from '../../features/measurements/measurements.feature.ts';
import { notificationsFeature } from '../../features/notifications/notifications.feature.ts';
import { overviewFeature } from '../../features/overview/overview.feature.ts';
import { plantsFeature } from '../../features/plants/plants.feature.ts';
import { sharedFeature } from '../../shared/server/shared.feature.ts';

/** Every area of the server, each after those that it uses; the document lists their calls in this order. */
export const features = [
  identityFeature,
  companiesFeature,
  plantsFeature,
  measurementsFeature,
  cloudcontrolFeature,
  notificationsFeature,
  alarmsFeature,
  overviewFeature,
  maintenanceFeature,
  downtimesFeature,
  acquisitionFeature,
  sharedFeature,
] as const;

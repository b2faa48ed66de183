import { alarmsWeb } from '../../features/alarms/alarms.web.ts';
import { camerasWeb } from '../../features/cameras/cameras.web.ts';
import { cloudcontrolWeb } from '../../features/cloudcontrol/cloudcontrol.web.ts';
import { communityWeb } from '../../features/community/community.web.ts';
import { companiesWeb } from '../../features/companies/companies.web.ts';
import { downtimesWeb } from '../../features/downtimes/downtimes.web.ts';
import { forecastWeb } from '../../features/forecast/forecast.web.ts';
import { identityWeb } from '../../features/identity/identity.web.ts';
import { lightingWeb } from '../../features/lighting/lighting.web.ts';
import { maintenanceWeb } from '../../features/maintenance/maintenance.web.ts';
import { measurementsWeb } from '../../features/measurements/measurements.web.ts';
import { metersWeb } from '../../features/meters/meters.web.ts';
import { notificationsWeb } from '../../features/notifications/notifications.web.ts';
import { overviewWeb } from '../../features/overview/overview.web.ts';
import { plantsWeb } from '../../features/plants/plants.web.ts';
import { reportsWeb } from '../../features/reports/reports.web.ts';
import { residentialWeb } from '../../features/residential/residential.web.ts';
import { revenuesWeb } from '../../features/revenues/revenues.web.ts';
import { rgiWeb } from '../../features/rgi/rgi.web.ts';
import { weatherWeb } from '../../features/weather/weather.web.ts';
import type { PaletteAction } from '../../shared/web/feature/finder.ts';

/** The areas of the portal; a new one is a line here. */
export const FEATURES = [
  identityWeb,
  companiesWeb,
  plantsWeb,
  measurementsWeb,
  cloudcontrolWeb,
  notificationsWeb,
  alarmsWeb,
  overviewWeb,
  weatherWeb,
  forecastWeb,
  maintenanceWeb,
  downtimesWeb,
  communityWeb,
  rgiWeb,
  revenuesWeb,
  reportsWeb,
  metersWeb,
  camerasWeb,
  lightingWeb,
  residentialWeb,
] as const;

/** What areas keep on the device beside the session. */
const KEEPS = FEATURES.flatMap(({ keeps }) => keeps);
/** Those of which something may be on this device. */
export const keptHere = () => KEEPS.filter(({ mark }) => localStorage.getItem(mark) !== null);

/** What areas show in the header. */
export const HEADER_PARTS = FEATURES.flatMap(({ headerParts }) => headerParts);

/** What the command palette finds and offers, of all areas. */
export const FINDERS = FEATURES.flatMap(({ finders }) => finders);
export const ACTIONS = FEATURES.flatMap<PaletteAction>(({ actions }) => [...actions]);

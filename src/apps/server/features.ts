/** Every area of the server, a line each, after those that it uses; the document lists their calls in this order. */
export const features = [
  (await import('../../features/identity/identity.feature.ts')).identityFeature,
  (await import('../../features/companies/companies.feature.ts')).companiesFeature,
  (await import('../../features/plants/plants.feature.ts')).plantsFeature,
  (await import('../../features/measurements/measurements.feature.ts')).measurementsFeature,
  (await import('../../features/cloudcontrol/cloudcontrol.feature.ts')).cloudcontrolFeature,
  (await import('../../features/notifications/notifications.feature.ts')).notificationsFeature,
  (await import('../../features/alarms/alarms.feature.ts')).alarmsFeature,
  (await import('../../features/overview/overview.feature.ts')).overviewFeature,
  (await import('../../features/weather/weather.feature.ts')).weatherFeature,
  (await import('../../features/forecast/forecast.feature.ts')).forecastFeature,
  (await import('../../features/downtimes/downtimes.feature.ts')).downtimesFeature,
  (await import('../../features/maintenance/maintenance.feature.ts')).maintenanceFeature,
  (await import('../../features/cameras/cameras.feature.ts')).camerasFeature,
  (await import('../../features/lighting/lighting.feature.ts')).lightingFeature,
  (await import('../../acquisition/acquisition.feature.ts')).acquisitionFeature,
  (await import('../../shared/server/shared.feature.ts')).sharedFeature,
] as const;

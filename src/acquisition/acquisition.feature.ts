import { defineFeature } from '../shared/server/feature.ts';
import { removeOldHealth } from './health/health.repository.ts';

/** What is polled and received; its settings are cloudcontrol's, and no call is its own. */
export const acquisitionFeature = defineFeature({
  name: 'acquisition',
  tables: ['device_health', 'device_health_hour', 'device_log', 'port_health', 'port_lease'],
  calls: {},
  handlers: () => ({}),
  schemas: {},
  housekeeping: { company: removeOldHealth },
});

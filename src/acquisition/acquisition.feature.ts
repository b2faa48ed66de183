import { defineFeature } from '../shared/server/feature.ts';
import { removeOldHealth } from './health/health.repository.ts';

/** What is polled and received; its settings are cloudcontrol's, and no call is its own. */
export const acquisitionFeature = defineFeature({
  name: 'acquisition',
  calls: {},
  handlers: () => ({}),
  schemas: {},
  housekeeping: { company: removeOldHealth },
});

import type { acquisitionFeature } from '../../../src/acquisition/acquisition.feature.ts';
import type { AreaExamples } from '../support/area-examples.ts';
import { NEVER, NOON } from '../support/canary-ground.ts';

/** Examples for the loops: polling. */
export const area: AreaExamples<typeof acquisitionFeature.calls> = {
  examples: {},
  slots: {},
  rows: {
    port_health: ({ company_id, ids, mark }) => ({
      company_id,
      port_id: ids.port,
      connected: false,
      reason: { mark },
      holder: mark,
      since: NOON,
      seen_at: NOON,
    }),
    device_health: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      state: 'silent',
      reason: { mark },
      since: NOON,
      seen_at: NOON,
      bad_registers: { mark },
    }),
    device_health_hour: ({ company_id, ids }) => ({
      company_id,
      device_id: ids.device,
      hour: NOON,
      ...Object.fromEntries(
        [
          'polls',
          'answered',
          'requests',
          'failed',
          'latency_sum_ms',
          'latency_max_ms',
          'bytes_in',
          'bytes_out',
        ].map((name) => [name, 7]),
      ),
    }),
    device_log: ({ company_id, ids, mark }) => ({
      company_id,
      device_id: ids.device,
      at: NOON,
      kind: mark,
      detail: { mark },
    }),
    port_lease: ({ company_id, ids, mark }) => ({
      company_id,
      port_id: ids.port,
      holder: mark,
      expires_at: NEVER,
    }),
  },
};

import { recordAudit } from '../../../shared/server/audit.ts';
import type { KindsOfMade } from '../../../shared/server/made-things.ts';
import { listCredentialsMadeBy } from './mqtt-credentials.repository.ts';
import { removeCredential } from './mqtt-credentials.service.ts';
import { deleteChart, listSharedBy } from './saved-charts.repository.ts';

/** What people make here that acts by itself: devices' credentials, which send, and charts, which colleagues see. */
export const measurementsMade: KindsOfMade = [
  {
    kind: 'mqtt_credential',
    table: 'mqtt_credential',
    capability: 'plants.write',
    list: async (tx, user_id) =>
      (await listCredentialsMadeBy(tx, user_id)).map(
        ({ device_id, proj_code, short_name, created_at, last_seen_at }) => ({
          id: device_id,
          name: `${proj_code}/${short_name}`,
          created_at,
          last_used_at: last_seen_at,
          gives_away: false,
        }),
      ),
    end: removeCredential,
  },
  {
    kind: 'shared_chart',
    table: 'saved_chart',
    capability: 'charts.write',
    list: async (tx, user_id) =>
      (await listSharedBy(tx, user_id)).map((chart) => ({ ...chart, last_used_at: null, gives_away: false })),
    async end(tx, id) {
      await deleteChart(tx, id);
      await recordAudit(tx, 'chart.removed', String(id), { shared: true });
    },
  },
];

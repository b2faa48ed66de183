import { allows } from '../../../shared/contract/capabilities.ts';
import { send } from '../../../shared/web/api/send.ts';
import type { Find } from '../../../shared/web/feature/finder.ts';
import { configurationCalls } from '../configuration.contract.ts';

const MAX_FOUND = 12;

/** Devices for the command palette, for whoever configures them without the application that finds them with its plants. */
export const find: Find = async (search, { company, roles }, signal) => {
  if (allows('asset.read', roles)) return [];
  const query = { search, page_size: String(MAX_FOUND) };
  const { results, count } = await send(configurationCalls.deviceData, { query, company, signal });
  return [
    {
      label: { en: 'Devices', it: 'Dispositivi' },
      count,
      things: results.map(({ id, short_name, plant_name, description }) => ({
        id: `device-${id}`,
        label: short_name,
        beside: [plant_name, description].filter(Boolean).join(' · '),
        to: `/apps/cloudcontrol/devices/${id}`,
      })),
    },
  ];
};

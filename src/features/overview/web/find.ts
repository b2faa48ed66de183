import { allows } from '../../../shared/contract/capabilities.ts';
import { send } from '../../../shared/web/api/send.ts';
import type { Find } from '../../../shared/web/feature/finder.ts';
import { overviewCalls } from '../overview.contract.ts';

const joined = (...words: string[]): string => words.filter(Boolean).join(' · ');
const plantPage = (code: string): string => `/apps/asset/plants/${encodeURIComponent(code)}`;

/** Plants and devices for the command palette; a device opens where one may configure it, else its plant does. */
export const find: Find = async (search, { company, roles }, signal) => {
  const found = await send(overviewCalls.search, { query: { search }, company, signal });
  const configures = allows('cloudcontrol', roles);
  return [
    {
      label: { en: 'Plants', it: 'Impianti' },
      count: found.plants_count,
      things: found.plants.map(({ proj_code, name, comune }) => ({
        id: `plant-${proj_code}`,
        label: name,
        beside: joined(proj_code, comune),
        to: plantPage(proj_code),
      })),
    },
    {
      label: { en: 'Devices', it: 'Dispositivi' },
      count: found.devices_count,
      things: found.devices.map((device) => ({
        id: `device-${device.device_id}`,
        label: device.short_name,
        beside: joined(device.plant_name, device.description),
        to: configures ? `/apps/cloudcontrol/devices/${device.device_id}` : plantPage(device.proj_code),
      })),
    },
  ];
};

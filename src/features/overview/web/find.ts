import { send } from '../../../shared/web/api/send.ts';
import type { Find } from '../../../shared/web/feature/finder.ts';
import { overviewCalls } from '../overview.contract.ts';

const joined = (...words: string[]): string => words.filter(Boolean).join(' · ');
const plantPage = (code: string): string => `/apps/asset/plants/${encodeURIComponent(code)}`;

/** Plants and devices for the command palette. */
export const find: Find = async (search, { company }, signal) => {
  const found = await send(overviewCalls.search, { query: { search }, company, signal });
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
        to: `${plantPage(device.proj_code)}/devices/${device.device_id}`,
      })),
    },
  ];
};

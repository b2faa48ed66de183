import { area } from '../../shared/contract/call.ts';
import { groupsCalls } from './groups.contract.ts';
import { homeDevicesCalls } from './home-devices.contract.ts';
import { homeEnergiesCalls } from './home-energies.contract.ts';
import { homesCalls } from './homes.contract.ts';
import { placesCalls } from './places.contract.ts';
import { projectCalls } from './projects.contract.ts';
import { settingsCalls } from './settings.contract.ts';
import { storageCalls } from './storage.contract.ts';

// spec §7: Residential
export const residentialCalls = area(
  {
    ...projectCalls,
    ...storageCalls,
    ...placesCalls,
    ...settingsCalls,
    ...homesCalls,
    ...homeDevicesCalls,
    ...groupsCalls,
    ...homeEnergiesCalls,
  },
  { host: 'residential' },
);

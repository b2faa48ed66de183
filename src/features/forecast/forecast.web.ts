import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { belowDeviceChart } from '../overview/web/device/device-slot.public.ts';
import { besidePlants } from '../overview/web/list/list-slot.public.ts';
import { belowPlantChart, withinPowerChart } from '../overview/web/plant/plant-slot.public.ts';

const plantEnergy = screen(() => import('./web/EnergySection.tsx'), 'EnergySection', ['energy', 'forecast']);

const expectedPower = screen(() => import('./web/ExpectedPower.tsx'), 'ExpectedPower', ['forecast']);

const expectedShares = screen(() => import('./web/ExpectedShares.tsx'), 'ExpectedShares', ['forecast']);

const deviceExpected = screen(() => import('./web/DeviceExpected.tsx'), 'DeviceExpected', ['forecast']);

export const forecastWeb = defineWebFeature({
  pages: [],
  navigation: [],
  fills: [
    fillSlot(belowPlantChart, {
      capability: 'asset.read',
      component: plantEnergy,
      ahead: async () => (await import('./web/ask-ahead.ts')).energyAhead,
    }),
    fillSlot(withinPowerChart, { capability: 'asset.read', component: expectedPower }),
    fillSlot(besidePlants, { capability: 'asset.read', component: expectedShares }),
    fillSlot(belowDeviceChart, { capability: 'asset.read', component: deviceExpected }),
  ],
  words: { forecast: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});

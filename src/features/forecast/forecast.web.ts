import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { belowPlantChart, withinPowerChart } from '../overview/web/plant/plant-slot.public.ts';

const plantEnergy = screen(() => import('./web/EnergySection.tsx'), 'EnergySection', ['energy', 'forecast']);

const expectedPower = screen(() => import('./web/ExpectedPower.tsx'), 'ExpectedPower', ['forecast']);

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
  ],
  auditWords: { en: () => import('./i18n/audit.en.json'), it: () => import('./i18n/audit.it.json') },
  words: { forecast: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});

import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { besideMapPlant } from '../overview/web/map/map-slot.public.ts';
import { belowPlantChart } from '../overview/web/plant/plant-slot.public.ts';

const plantWeather = screen(() => import('./web/WeatherSection.tsx'), 'WeatherSection', ['weather']);
const mapWeather = screen(() => import('./web/MapWeather.tsx'), 'MapWeather', ['weather']);

export const weatherWeb = defineWebFeature({
  pages: [],
  navigation: [],
  fills: [
    fillSlot(belowPlantChart, {
      capability: 'asset.read',
      component: plantWeather,
      ahead: async () => (await import('./web/ask-ahead.ts')).weatherAhead,
    }),
    fillSlot(besideMapPlant, { capability: 'asset.read', component: mapWeather }),
  ],
  words: { weather: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});

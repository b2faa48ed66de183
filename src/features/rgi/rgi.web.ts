import { IconCalendarTime } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { fillSlot } from '../../shared/web/feature/slot.ts';
import { belowPlantChart } from '../overview/web/plant/plant-slot.public.ts';
import { RgiList } from './web/rgi-list.ts';

const rgi = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/rgi',
  validateSearch: RgiList.schema,
  search: { middlewares: [stripSearchParams(RgiList.defaults)] },
  component: screen(() => import('./web/RgiPage.tsx'), 'RgiPage', ['rgi', 'records']),
});

const plantAvailability = screen(() => import('./web/PlantAvailability.tsx'), 'PlantAvailability', ['rgi']);

export const rgiWeb = defineWebFeature({
  pages: [rgi],
  fills: [
    fillSlot(belowPlantChart, {
      capability: 'asset.read',
      component: plantAvailability,
      ahead: async () => (await import('./web/ask-ahead.ts')).availabilityAhead,
    }),
  ],
  navigation: [
    {
      group: 'management',
      order: 10,
      label: { en: 'RGI', it: 'RGI' },
      to: '/apps/asset/rgi',
      icon: IconCalendarTime,
      capability: 'asset.read',
      list: RgiList.name,
    },
  ],
  words: { rgi: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});

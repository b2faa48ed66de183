import { IconGauge } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { MetersList } from './web/meters-list.ts';

const energyMeters = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/energy-meters',
  validateSearch: MetersList.schema,
  search: { middlewares: [stripSearchParams(MetersList.defaults)] },
  component: screen(() => import('./web/EnergyMetersPage.tsx'), 'EnergyMetersPage', ['meters']),
});

export const metersWeb = defineWebFeature({
  pages: [energyMeters],
  navigation: [
    {
      group: 'configuration',
      order: 12,
      label: { en: 'Energy meters', it: 'Contatori di energia' },
      to: '/apps/asset/energy-meters',
      icon: IconGauge,
      capability: 'asset.read',
      list: MetersList.name,
    },
  ],
  words: { meters: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') } },
});

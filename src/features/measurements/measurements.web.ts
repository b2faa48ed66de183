import { IconChartLine, IconTransferIn } from '@tabler/icons-react';
import { createRoute, stripSearchParams } from '@tanstack/react-router';
import { defineWebFeature } from '../../shared/web/feature/feature.ts';
import { portal } from '../../shared/web/feature/routes.ts';
import { screen } from '../../shared/web/feature/screen.ts';
import { DevicesList } from './web/board/devices/devices-list.ts';
import { BoardSearch } from './web/chart/board-search.public.ts';

const charts = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts',
  validateSearch: BoardSearch,
  component: screen(() => import('./web/board/ChartsPage.tsx'), 'ChartsPage', ['board']),
});

const allDevices = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts/devices',
  validateSearch: DevicesList.schema,
  search: { middlewares: [stripSearchParams(DevicesList.defaults)] },
  component: screen(() => import('./web/board/devices/DevicesPage.tsx'), 'DevicesPage', ['board']),
});

const savedChart = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/charts/$id',
  validateSearch: BoardSearch,
  component: screen(() => import('./web/board/ChartsPage.tsx'), 'SavedChartPage', ['board']),
});

const ingestion = createRoute({
  getParentRoute: () => portal,
  path: '/apps/asset/ingestion',
  component: screen(() => import('./web/ingestion/IngestionPage.tsx'), 'IngestionPage', ['measurements']),
});

export const measurementsWeb = defineWebFeature({
  pages: [charts, allDevices, savedChart, ingestion],
  finders: [
    {
      label: { en: 'Saved charts', it: 'Grafici salvati' },
      capability: 'asset.read',
      load: async () => (await import('./web/board/find.ts')).find,
    },
  ],
  navigation: [
    {
      group: 'monitoring',
      order: 20,
      label: { en: 'Charts', it: 'Grafici' },
      to: '/apps/asset/charts',
      beneath: '/apps/asset/charts',
      icon: IconChartLine,
      capability: 'asset.read',
    },
    {
      group: 'configuration',
      order: 15,
      label: { en: 'Data sources', it: 'Sorgenti dati' },
      to: '/apps/asset/ingestion',
      icon: IconTransferIn,
      capability: 'asset.read',
    },
  ],
  words: {
    board: { en: () => import('./web/board/i18n/en.json'), it: () => import('./web/board/i18n/it.json') },
    measurements: { en: () => import('./i18n/en.json'), it: () => import('./i18n/it.json') },
  },
});
